import { utils } from 'tronweb';
import { expect } from 'vitest';
import { z } from 'zod';
import { parseTronAddress } from '#chains/tron/address.ts';
import { readTron } from '#chains/tron/read-tron.ts';
import { toHex } from '#protocol/encoding.ts';
import type { Fact } from '#chains/model/decoded.ts';

// Tron's enums: tronweb gives their words where the bytes have numbers, and leaves out zeros.
const ENUMS: Readonly<Record<string, string>> = {
  ENERGY: '1',
  Witness: '1',
  Active: '2',
  function: '3',
  nonpayable: '3',
};
const ZERO_WORDS = ['BANDWIDTH', 'Owner', 'Normal'];

/** Every number and text that tronweb's decoder found, as hex or decimal. */
function leavesOf(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each, name));
  if (typeof value === 'boolean') return value ? ['1'] : [];
  if (typeof value === 'number') return value === 0 ? [] : [String(value)];
  if (typeof value !== 'string' || value === '' || ZERO_WORDS.includes(value)) return [];
  if (key === 'type_url' || ['permission_name', 'name'].includes(key) || /^u?int|^address$|^bool/.test(value))
    return [toHex(Buffer.from(value))];
  return [ENUMS[value] ?? value.toLowerCase()];
}

const ours = (raw: readonly Fact[]): string[] =>
  raw.map(({ kind, value }) =>
    kind === 'address' ? toHex(parseTronAddress(value)) : value.replace(/^0x/, ''),
  );

const decode = (type: string, hex: string): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(utils.deserializeTx.deserializeTransaction(type, hex));

/** Expects every value that tronweb finds in raw data to stand among the raw fields of the reading. */
export function expectAsTronweb(type: string, hex: string): void {
  const { contract, ...envelope } = decode(type, hex);
  const [{ parameter, Permission_id: permission }] = z
    .tuple([
      z.looseObject({
        parameter: z.object({ value: z.unknown(), type_url: z.string() }),
        Permission_id: z.number(),
      }),
    ])
    .parse(contract);
  const mine = ours(readTron(hex).raw);
  for (const leaf of [...leavesOf(parameter), ...leavesOf(envelope), ...leavesOf(permission)]) {
    // tronweb keeps integers as floats, and rounds those beyond 2^53: there ours has to round to the same.
    const isRounded = /^\d{16,19}$/.test(leaf) && Number(leaf) > Number.MAX_SAFE_INTEGER;
    expect(isRounded ? mine.map((value) => String(Number(value))) : mine, `${type}: ${leaf}`).toContain(leaf);
  }
}
