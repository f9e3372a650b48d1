import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { readTransaction } from '#chains/chains.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import bitcoin from '../vectors/bitcoin/mainnet.json' with { type: 'json' };
import solana from '../vectors/solana/mainnet.json' with { type: 'json' };
import generatedSolana from '../vectors/solana/web3js.json' with { type: 'json' };
import tron from '../vectors/tron/tronweb.json' with { type: 'json' };
import { KNOWN } from './ethereum/known-calls.ts';
import { encode, unsigned } from './ethereum/unsigned.ts';
import { DEVNETS, MAINNET } from './ethereum/vectors.ts';
import { GENERATED } from './tempo/vectors.ts';

/** Unsigned transactions of each chain, as hex. */
const TRANSACTIONS: Readonly<Record<TransactionType, readonly string[]>> = {
  TRANSACTION_TYPE_ETHEREUM: [
    ...[...MAINNET, ...DEVNETS].map(({ signed }) => toHex(parseSigned(signed).unsigned.bytes)),
    ...KNOWN.map(([, signature, args, to, value]) =>
      unsigned({ to, value, data: encode(signature, ...args) }).slice(2),
    ),
  ],
  TRANSACTION_TYPE_SOLANA: [
    ...solana.flatMap(({ transactions }) => transactions),
    ...generatedSolana.map(({ transaction }) => transaction),
  ],
  TRANSACTION_TYPE_TRON: tron.map(({ hex }) => hex),
  TRANSACTION_TYPE_BITCOIN: bitcoin.map(({ psbt }) => psbt),
  TRANSACTION_TYPE_TEMPO: GENERATED.map(({ hex }) => hex),
};

/** What the operator sees: where the fields stand in the bytes is no part of it. */
const said = (facts: readonly Fact[]) => facts.map(({ label, value, note }) => [label, value, note]);
function preview(type: TransactionType, hex: string): string | AppError {
  try {
    const { facts, raw, sentence, warnings } = readTransaction(type, hex);
    return JSON.stringify([sentence, said(facts), said(raw), warnings]);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('two different transactions never give the same preview', () => {
  it.each(Object.entries(TRANSACTIONS) as [TransactionType, readonly string[]][])(
    '%s: another byte anywhere shows, or is refused',
    (type, all) => {
      expect(all.length).toBeGreaterThan(200);
      let shown = 0;
      const changes = fc.tuple(fc.constantFrom(...all), fc.nat(), fc.integer({ min: 1, max: 255 }));
      fc.assert(
        fc.property(changes, ([hex, at, by]) => {
          const bytes = fromHex(hex);
          const index = at % bytes.length;
          bytes[index] = (bytes[index] ?? 0) ^ by;
          const changed = preview(type, toHex(bytes));
          if (changed instanceof AppError) return;
          shown += 1;
          expect(changed).not.toBe(preview(type, hex));
        }),
        { numRuns: 400 },
      );
      // Were every change refused, this would say nothing.
      expect(shown).toBeGreaterThan(100);
    },
  );
});
