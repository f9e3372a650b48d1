import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseTronAddress } from '../../../../src/protocol/chains/tron/address.ts';
import { readTron } from '../../../../src/protocol/chains/tron/read-tron.ts';
import { parseTron } from '../../../../src/protocol/chains/tron/transaction.ts';
import { sha256Hex, toHex } from '../../../../src/protocol/encoding.ts';
import type { Fact } from '../../../../src/protocol/chains/reading.ts';

const load = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  schema.parse(
    JSON.parse(
      readFileSync(fileURLToPath(new URL(`../../../vectors/tron/${name}`, import.meta.url)), 'utf8'),
    ),
  );
const generated = load(
  'tronweb.json',
  z.array(z.object({ type: z.string(), hex: z.string(), id: z.string() })),
);
const published = load('published.json', z.array(z.object({ hex: z.string() })));

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

function compare(type: string, hex: string): void {
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
  for (const leaf of [...leavesOf(parameter), ...leavesOf(envelope), ...leavesOf(permission)])
    expect(mine, `${type}: ${leaf}`).toContain(leaf);
}

describe('the transactions that tronweb encoded', () => {
  it('are more than 200, of every type that is read', () => {
    expect(generated.length).toBeGreaterThan(200);
    expect(new Set(generated.map(({ type }) => type)).size).toBe(17);
  });

  it.each([...new Set(generated.map(({ type }) => type))])(
    '%s: every value as tronweb decodes it',
    (type) => {
      for (const { hex } of generated.filter((each) => each.type === type)) compare(type, hex);
    },
  );

  it('have their id', () => {
    for (const { hex, id } of generated) expect(sha256Hex(parseTron(hex).bytes)).toBe(id);
  });

  it('are read without blind signing, but for code and calls that nobody knows', () => {
    for (const { hex, type } of generated) {
      const { blind } = readTron(hex);
      if (!type.endsWith('SmartContract')) expect(blind, type).toBe(false);
    }
  });
});

describe('the transactions of public test suites and documents', () => {
  const read = published.flatMap(({ hex }) => {
    try {
      return [{ hex, name: parseTron(hex).name, known: parseTron(hex).known }];
    } catch {
      return [];
    }
  });

  it('are read, but for the few that their publishers cut off or wrote in another order', () => {
    expect(published.length - read.length).toBe(6);
  });

  it('have every value as tronweb decodes it', () => {
    for (const { hex, name, known } of read) if (known !== null) compare(name, hex);
  });

  it('say “blind signing” for the types that are not read', () => {
    for (const { hex, known } of read)
      if (known === null) expect(readTron(hex).warnings.map(({ code }) => code)).toContain('BLIND_SIGNING');
  });
});
