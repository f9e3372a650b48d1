import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { compactSize, u32, u64 } from './byte-cursor.ts';
import { doubleSha256, serialiseOutput } from './raw-transaction.ts';
import { SIGHASH } from './sighash.ts';
import type { BitcoinTransaction } from './transaction.ts';

const NONE = new Uint8Array(32);

/** Hashes over the whole transaction, each made at most once: made for each input, they would take time by the square of the inputs. */
function sumsOf({ psbt, inputs, outputs }: BitcoinTransaction) {
  const once = (parts: () => readonly Uint8Array[]): (() => Uint8Array) => {
    let sum: Uint8Array | undefined;
    return () => (sum ??= sha256(concatBytes(...parts())));
  };
  const own = psbt.transaction.inputs;
  return {
    outpoints: once(() => own.flatMap(({ txid, vout }) => [txid, u32(vout)])),
    sequences: once(() => own.map(({ sequence }) => u32(sequence))),
    amounts: once(() => inputs.map(({ amount }) => u64(amount))),
    scripts: once(() => inputs.flatMap(({ script }) => [compactSize(script.length), script])),
    outputs: once(() => outputs.map(serialiseOutput)),
  };
}

/** What inputs sign, by index, script code and flags: 32 bytes each. */
export interface WitnessHashes {
  /** Of an output of version 0. Source: BIP-143 */
  v0(index: number, scriptCode: Uint8Array, flags: number): Uint8Array;
  /** Of a taproot output by its key, without an annex. Source: BIP-341 */
  v1(index: number, flags: number): Uint8Array;
}

/** @param tx whose flags were checked: one that signs the output of its index has it */
export function witnessHashes(tx: BitcoinTransaction): WitnessHashes {
  const sums = sumsOf(tx);
  const { version, lockTime, inputs: own } = tx.psbt.transaction;
  const partsOf = (index: number, flags: number) => {
    const [input, spent] = [own[index], tx.inputs[index]];
    if (input === undefined || spent === undefined) throw new RangeError(`There is no input ${index}.`);
    const base = flags & ~SIGHASH.ANYONECANPAY;
    const isAlone = flags >= SIGHASH.ANYONECANPAY;
    const outpoint = concatBytes(input.txid, u32(input.vout));
    const output = tx.outputs[index];
    const single = (): Uint8Array => (output === undefined ? new Uint8Array() : serialiseOutput(output));
    return { input, spent, base, isAlone, outpoint, single };
  };
  return {
    v0: (index, scriptCode, flags) => {
      const { input, spent, base, isAlone, outpoint, single } = partsOf(index, flags);
      const coversAll = base === SIGHASH.ALL;
      const covered = coversAll
        ? sha256(sums.outputs())
        : base === SIGHASH.SINGLE && index < tx.outputs.length
          ? doubleSha256(single())
          : NONE;
      return doubleSha256(
        concatBytes(
          u32(version),
          isAlone ? NONE : sha256(sums.outpoints()),
          isAlone || !coversAll ? NONE : sha256(sums.sequences()),
          outpoint,
          compactSize(scriptCode.length),
          scriptCode,
          u64(spent.amount),
          u32(input.sequence),
          covered,
          u32(lockTime),
          u32(flags),
        ),
      );
    },
    v1: (index, flags) => {
      const { input, spent, base, isAlone, outpoint, single } = partsOf(index, flags);
      const coversAll = base === SIGHASH.DEFAULT || base === SIGHASH.ALL;
      const { script, amount } = spent;
      const all = [sums.outpoints, sums.amounts, sums.scripts, sums.sequences];
      return schnorr.utils.taggedHash(
        'TapSighash',
        // The epoch, then the flags.
        Uint8Array.of(0, flags),
        u32(version),
        u32(lockTime),
        ...(isAlone ? [] : all.map((sum) => sum())),
        ...(coversAll ? [sums.outputs()] : []),
        // A spend by key, without an annex.
        Uint8Array.of(0),
        ...(isAlone
          ? [outpoint, u64(amount), compactSize(script.length), script, u32(input.sequence)]
          : [u32(index)]),
        ...(base === SIGHASH.SINGLE ? [sha256(single())] : []),
      );
    },
  };
}
