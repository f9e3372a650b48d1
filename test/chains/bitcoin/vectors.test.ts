import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { Psbt as TheirPsbt, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parsePsbt, serialisePsbt, type Psbt } from '#chains/bitcoin/psbt.ts';
import { idText } from '#chains/bitcoin/raw-transaction.ts';
import { readBitcoin } from '#chains/bitcoin/read-bitcoin.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';

const file = new URL('../../vectors/bitcoin/published.json', import.meta.url);
const published = z
  .array(
    z.object({
      source: z.string(),
      says: z.enum(['valid', 'invalid', 'refused']).optional(),
      hex: z.string(),
    }),
  )
  .parse(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));

const attempt = <T>(work: () => T): T | AppError => {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};
const parsed = published.map((each) => ({ ...each, psbt: attempt(() => parsePsbt(each.hex)) }));
const taken = parsed.flatMap(({ source, hex, psbt }) =>
  psbt instanceof AppError ? [] : [{ source, hex, psbt }],
);

describe('the vectors of BIP-174, 370, 371 and 373', () => {
  const saying = (what: string) => parsed.filter(({ says }) => says === what);

  it('are there in number', () => {
    expect([saying('valid').length, saying('invalid').length, saying('refused').length]).toEqual([52, 63, 5]);
  });

  it('are taken where their authors call them valid', () => {
    for (const { hex, psbt } of saying('valid')) expect(psbt, hex).not.toBeInstanceOf(AppError);
  });

  it('are refused where their authors call them invalid', () => {
    for (const { hex, psbt } of saying('invalid')) expect(psbt, hex).toBeInstanceOf(AppError);
  });

  it('are not read for signing where a signer has to refuse them', () => {
    for (const { hex } of saying('refused'))
      expect(
        attempt(() => readBitcoin(hex)),
        hex,
      ).toBeInstanceOf(AppError);
  });
});

/** A transaction's parts as text, from us and from the libraries. */
const ours = ({ transaction }: Psbt): string[] => [
  `${transaction.version} ${transaction.lockTime}`,
  ...transaction.inputs.map(({ txid, vout, sequence }) => `${idText(txid)} ${vout} ${sequence}`),
  ...transaction.outputs.map(({ amount, script }) => `${amount} ${toHex(script)}`),
];

describe('every published PSBT', () => {
  it('is taken apart or refused with a reason, and most are taken', () => {
    expect(published.length).toBeGreaterThan(290);
    expect(taken.length).toBe(180);
  });

  it('is encoded again to the same bytes', () => {
    for (const { hex, psbt } of taken) expect(toHex(serialisePsbt(psbt))).toBe(hex);
  });

  it('has the transaction that bitcoinjs-lib finds in it (version 0)', () => {
    let compared = 0;
    for (const { hex, psbt } of taken.filter((each) => each.psbt.version === 0)) {
      // bitcoinjs-lib takes no transaction without inputs.
      if (psbt.transaction.inputs.length === 0) continue;
      const theirs = TheirPsbt.fromHex(hex);
      expect(ours(psbt), hex).toEqual([
        `${theirs.version} ${theirs.locktime}`,
        ...theirs.txInputs.map(({ hash, index, sequence }) => `${idText(hash)} ${index} ${sequence ?? 0}`),
        ...theirs.txOutputs.map(({ value, script }) => `${value} ${toHex(script)}`),
      ]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('has the transaction that @scure/btc-signer finds in it (version 2)', () => {
    let compared = 0;
    for (const { hex, psbt } of taken.filter((each) => each.psbt.version === 2)) {
      let theirs: Transaction;
      try {
        const read = ScureTransaction.fromPSBT(fromHex(hex), {
          allowUnknownInputs: true,
          allowUnknownOutputs: true,
        });
        theirs = Transaction.fromHex(toHex(read.unsignedTx));
      } catch {
        // The library checks signatures, scripts and silent payments as well, and refuses some for it.
        continue;
      }
      expect(ours(psbt), hex).toEqual([
        `${theirs.version} ${theirs.locktime}`,
        ...theirs.ins.map(({ hash, index, sequence }) => `${idText(hash)} ${index} ${sequence}`),
        ...theirs.outs.map(({ value, script }) => `${value} ${toHex(script)}`),
      ]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('shows where each field stands', () => {
    for (const { hex } of taken) {
      const reading = attempt(() => readBitcoin(hex));
      if (reading instanceof AppError) continue;
      for (const { value, kind, ranges = [] } of reading.raw) {
        const [[from, to] = [0, 0]] = ranges;
        const bytes = fromHex(`00${hex}`).subarray(from + 1, to + 1);
        if (kind === 'data') expect(value).toBe(`0x${toHex(bytes)}`);
        if (kind === 'hash') expect(value).toBe(idText(bytes));
        if (kind === 'number') expect(BigInt(value)).toBe(BigInt(`0x${toHex(bytes.toReversed())}`));
      }
    }
  });
});
