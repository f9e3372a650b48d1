import { Transaction } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreviousTransaction } from '#chains/bitcoin/previous-transactions.ts';
import { idOf, readRawTransaction, readSpent } from '#chains/bitcoin/raw-transaction.ts';
import { parseBitcoin } from '#chains/bitcoin/transaction.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import mainnet from '../../vectors/bitcoin/mainnet.json' with { type: 'json' };
import { codeOf } from '../../protocol/offline/files.ts';
import { OWN, psbtOf, scriptOf } from './unsigned.ts';

/** What is read of a transaction, or the code of the error. */
const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const whole = (bytes: Uint8Array, vout: number) =>
  attempt(() => {
    const transaction = readRawTransaction(bytes, [0, bytes.length], 'network');
    return { id: idOf(transaction), output: transaction.outputs[vout] };
  });
const spent = (bytes: Uint8Array, vout: number) => attempt(() => readSpent(bytes, [0, bytes.length], vout));

describe('a transaction that is read for one output', () => {
  it('has the id and the output that reading all of it finds', () => {
    for (const { signed: hex } of mainnet) {
      const bytes = fromHex(hex);
      const { outs } = Transaction.fromHex(hex);
      for (const vout of [0, 1, outs.length - 1, outs.length])
        expect(spent(bytes, vout)).toEqual(whole(bytes, vout));
    }
  });

  it('is refused where all of it is', () => {
    const given = fc.constantFrom(...mainnet.filter(({ signed }) => signed.length < 2_000));
    fc.assert(
      fc.property(given, fc.nat(), fc.nat(255), fc.boolean(), ({ signed: hex }, place, byte, isCut) => {
        const bytes = fromHex(hex);
        const at = place % bytes.length;
        const changed = isCut ? bytes.subarray(0, at) : bytes.with(at, byte);
        expect(spent(changed, 0)).toEqual(whole(changed, 0));
      }),
    );
  });
});

/** A transaction with many outputs, and a PSBT that spends the last of them. */
function spendingOneOf(count: number) {
  const previous = new Transaction();
  previous.addInput(Buffer.alloc(32, 1), 0);
  for (let at = 1; at < count; at += 1) previous.addOutput(new Uint8Array(), 1n);
  previous.addOutput(scriptOf(OWN.p2pkh), 1_000_000n);
  const psbt = psbtOf({ inputs: [] });
  psbt.addInput({ hash: previous.getId(), index: count - 1, nonWitnessUtxo: previous.toBuffer() });
  return { previous, hex: psbt.toHex() };
}

describe('a previous transaction with very many outputs', () => {
  it('proves an amount, up to what a block holds', () => {
    const { inputs } = parseBitcoin(spendingOneOf(110_000).hex);
    expect(inputs.map(({ amount, isProven }) => [amount, isProven])).toEqual([[1_000_000n, true]]);
  });

  it('attack: one that no block holds is refused, and is no error of ours', () => {
    const { hex } = spendingOneOf(130_000);
    expect(codeOf(() => parseBitcoin(hex))).toBe('BITCOIN_TRANSACTION_MALFORMED');
  });

  it('attack: out of a file it has its id, and is no error of ours', () => {
    const { previous } = spendingOneOf(200_000);
    expect(readPreviousTransaction(previous.toBuffer(), 'network')[0]).toBe(previous.getId());
  });
});
