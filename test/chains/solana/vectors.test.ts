import { describe, expect, test } from 'vitest';
import { encodeTransaction } from '#chains/solana/encode.ts';
import { parseTransaction } from '#chains/solana/parse.ts';
import { readInstructions } from '#chains/solana/read-instruction.ts';
import { readSolana } from '#chains/solana/read-solana.ts';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { toHex } from '#protocol/encoding.ts';
import { expectAsWeb3js } from './as-web3js.ts';
import { VECTORS } from './vectors.ts';

describe('transactions of independent builders', () => {
  test('there are more than 200 of them, of both versions, some with lookup tables', () => {
    const read = VECTORS.map(({ transaction }) => parseTransaction(transaction));
    expect(read.length).toBeGreaterThan(200);
    expect(new Set(read.map(({ version }) => version))).toEqual(new Set(['legacy', 0]));
    expect(read.filter(({ lookups }) => lookups.length > 0).length).toBeGreaterThan(10);
  });

  test('every part is as @solana/web3.js reads it', () => {
    for (const { transaction, feePayer } of VECTORS) {
      expectAsWeb3js(transaction);
      expect(parseTransaction(transaction).accounts[0]?.address).toBe(feePayer);
    }
  });

  test('every instruction has the fields that it was built from, and nothing is blind but lookup tables', () => {
    for (const { transaction, instructions } of VECTORS) {
      const tx = parseTransaction(transaction);
      const read = readInstructions(tx).map(({ reading }) => ({
        id: reading?.id,
        fields: Object.fromEntries(
          (reading?.decoded.fields ?? []).map(({ name, value }) => [
            name,
            typeof value === 'bigint' ? value.toString() : value,
          ]),
        ),
      }));
      expect(read).toEqual(instructions);
      expect(readSolana(transaction).blind).toBe(
        readInstructions(tx).some(({ reading }) => reading?.hasLookedUp),
      );
    }
  });

  test('written again each has the same bytes; readings keep to the schema, and no two are the same', () => {
    const seen = new Set<string>();
    for (const { transaction } of VECTORS) {
      expect(toHex(encodeTransaction(parseTransaction(transaction)))).toBe(transaction);
      const reading = readSolana(transaction);
      expect(decodedTransaction.safeParse(reading).error).toBeUndefined();
      expect(JSON.stringify(reading)).not.toContain('[object Object]');
      seen.add(JSON.stringify(reading));
    }
    expect(seen.size).toBe(VECTORS.length);
  });
});
