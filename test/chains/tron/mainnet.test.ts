import { describe, expect, it } from 'vitest';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { tronAddress } from '#chains/tron/address.ts';
import { readProtobuf } from '#chains/tron/protobuf.ts';
import { readTron } from '#chains/tron/read-tron.ts';
import { TRANSACTION } from '#chains/tron/schema.ts';
import { assembleSigned, parseSigned, parseTron } from '#chains/tron/transaction.ts';
import { fromHex, sha256Hex, toHex } from '#protocol/encoding.ts';
import mainnet from '../../vectors/tron/mainnet.json' with { type: 'json' };
import { expectAsTronweb } from './as-tronweb.ts';

/** The raw data of a transaction as the block has it, with the signatures behind it. */
function taken(hex: string) {
  const bytes = fromHex(hex);
  const { fields } = readProtobuf(bytes, [0, bytes.length], TRANSACTION);
  const raw = fields.find(({ number }) => number === 1);
  if (raw === undefined) throw new Error('A transaction of the block has no raw data.');
  const signatures = fields.flatMap((field) =>
    field.number === 2 && field.kind === 'bytes' ? [field.value] : [],
  );
  return { raw: bytes.slice(...raw.range), signatures };
}
const block = mainnet.transactions.map(taken);

/** Tron pairs the hashes of a block's transactions, and takes one without a neighbour up as it is. */
function merkleRoot(leaves: readonly string[]): string {
  const [first, ...others] = leaves;
  if (first === undefined || others.length === 0) return first ?? '';
  const pairs = Array.from({ length: Math.ceil(leaves.length / 2) }, (_, at) =>
    leaves.slice(at * 2, at * 2 + 2),
  );
  return merkleRoot(
    pairs.map((pair) => (pair.length === 1 ? pair.join('') : sha256Hex(fromHex(pair.join(''))))),
  );
}

describe('a whole block of the main network', () => {
  it('is the block: its header hashes to its id, and has the root of its transactions', () => {
    expect(block.length).toBe(619);
    expect(sha256Hex(fromHex(mainnet.header)).slice(16)).toBe(mainnet.block.slice(16));
    const root = merkleRoot(mainnet.transactions.map((hex) => sha256Hex(fromHex(hex))));
    expect(mainnet.header).toContain(root);
  });

  it('has every value as tronweb decodes it', () => {
    for (const { raw } of block) expectAsTronweb(parseTron(toHex(raw)).name, toHex(raw));
  });

  it('is read without blind signing, but for calls that nobody knows', () => {
    for (const { raw } of block) {
      const reading = readTron(toHex(raw));
      expect(decodedTransaction.safeParse(reading).error).toBeUndefined();
      if (reading.blind) expect(parseTron(toHex(raw)).name).toBe('TriggerSmartContract');
    }
    expect(block.filter(({ raw }) => readTron(toHex(raw)).blind).length).toBe(2);
  });

  it('has usual fee limits, and TRX that go to no token', () => {
    const codes = block.flatMap(({ raw }) =>
      readTron(toHex(raw)).warnings.map(({ code, severity }) => `${severity} ${code}`),
    );
    expect(codes.filter((code) => code === 'danger FEE_HIGH').length).toBeLessThan(7);
    expect(codes.filter((code) => code.endsWith('VALUE_TO_TOKEN'))).toEqual([]);
  });

  it('was signed by the owner where the owner’s own permission signed alone', () => {
    let compared = 0;
    for (const { raw, signatures } of block) {
      const { owner, permissionId } = parseTron(toHex(raw));
      const [signature, another] = signatures;
      if (signature?.length !== 65 || another !== undefined || owner === null || permissionId !== 0n)
        continue;
      const signed = parseSigned(toHex(assembleSigned(raw, signature)));
      if (signed.from === tronAddress(owner, 'owner_address')) compared += 1;
    }
    expect(compared).toBeGreaterThan(400);
  });

  it('never gives the same raw fields twice', () => {
    const all = block.map(({ raw }) => JSON.stringify(readTron(toHex(raw)).raw.map(({ value }) => value)));
    expect(new Set(all).size).toBe(block.length);
  });
});
