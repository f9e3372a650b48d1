import type { Warning } from '../model/decoded.ts';
import { type FeeGrade, gradeFee } from '../model/fee-grades.ts';
import { warn } from '../model/warnings.ts';
import { formatBitcoin, unitOf } from './amounts.ts';
import { INPUT, psbtField } from './psbt-fields.ts';
import { serialiseWithoutWitness } from './raw-transaction.ts';
import { keysOf, scriptKindOf } from './script-kinds.ts';
import { type BitcoinTransaction, type SpentInput, sumOf } from './transaction.ts';
import type { BitcoinView } from './view.ts';

/** Bytes that signing adds to an input: to its script, and to its witness. */
interface Added {
  readonly script: number;
  readonly witness: number;
}

/** A signature in DER with its flags and its length: 73 at most with a low s. */
const SIGNATURE = 73;
const KEY = 34;
const SCHNORR = 65;

/**
 * Estimates the size that fees are counted by (BIP-141), as if every input were signed.
 * @returns virtual bytes, and whether every input is of a form whose size is known; else it is a lower bound
 */
export function estimateSize(tx: BitcoinTransaction): {
  readonly virtualBytes: number;
  readonly isWhole: boolean;
} {
  const added = tx.inputs.map(addedTo);
  const script = added.reduce((sum, each) => sum + (each?.script ?? 0), 0);
  const witness = added.reduce((sum, each) => sum + (each?.witness ?? 0), 0);
  const base = serialiseWithoutWitness(tx.psbt.transaction).length + script;
  // Marker, flag, and a count of witness items for every input that has none.
  const extra = witness === 0 ? 0 : witness + 2 + added.filter((each) => each?.witness === 0).length;
  return { virtualBytes: base + Math.ceil(extra / 4), isWhole: !added.includes(undefined) };
}

function addedTo(input: SpentInput): Added | undefined {
  if (input.isFinal) {
    const length = (type: number): number => psbtField(input.map, type)?.value.length ?? 0;
    return { script: length(INPUT.finalScriptSig), witness: length(INPUT.finalScriptWitness) };
  }
  const { script, redeemScript, witnessScript } = input;
  const kind = scriptKindOf(script);
  if (kind === 'p2pkh') return { script: SIGNATURE + KEY, witness: 0 };
  if (kind === 'p2tr') return { script: 0, witness: 1 + SCHNORR };
  const program = kind === 'p2sh' ? redeemScript : script;
  if (program === undefined) return undefined;
  const nested = kind === 'p2sh' ? 1 + program.length : 0;
  if (scriptKindOf(program) === 'p2wpkh') return { script: nested, witness: 1 + SIGNATURE + KEY };
  const isWitness = scriptKindOf(program) === 'p2wsh';
  const inner = isWitness ? witnessScript : kind === 'p2sh' ? program : undefined;
  if (inner === undefined || keysOf(inner) === undefined) return undefined;
  const first = inner[0] ?? 0;
  // Several signatures stand behind an empty item, which the check of them takes by an old mistake.
  const signatures = first === 33 ? SIGNATURE : 1 + (first - 0x50) * SIGNATURE;
  const whole = signatures + inner.length + (inner.length < 0xfd ? 2 : 3);
  return isWitness ? { script: nested, witness: whole } : { script: whole, witness: 0 };
}

/** Above this many satoshis a virtual byte, somebody has most likely made a mistake. */
const HIGH_RATE = 500n;

/** Whether the fee is one that an operator has to be stopped at. */
export const isGraveFee = (view: BitcoinView): boolean => gradeOf(view) === 'danger';

/** By size, by its share of what is spent, and by its share of what is paid to others. */
function gradeOf({ tx, inputs, payments, network }: BitcoinView): FeeGrade {
  const spent = sumOf(inputs);
  const bySize = gradeFee(unitOf(network), tx.fee, sumOf(payments));
  if (bySize === 'danger' || tx.fee * 2n > spent) return 'danger';
  const isHigh = tx.fee * 10n > spent || tx.fee > HIGH_RATE * BigInt(estimateSize(tx).virtualBytes);
  return isHigh ? 'caution' : bySize;
}

/** What is odd about the fee. */
export function feeWarnings(view: BitcoinView): Warning[] {
  const { tx, network } = view;
  const fee = formatBitcoin(tx.fee, network);
  switch (gradeOf(view)) {
    case 'danger':
      return [
        warn(
          'FEE_EXCESSIVE',
          'danger',
          'Excessive fee',
          `${fee} goes to the miners: more than 0.01 BTC, or more than half of what is sent.`,
        ),
      ];
    case 'caution':
      return [
        warn(
          'FEE_HIGH',
          'caution',
          'High fee',
          `${fee} is more than 0.002 BTC, more than a tenth of what is sent, or more than 500 sat/vB.`,
        ),
      ];
    case null:
      return tx.fee < BigInt(estimateSize(tx).virtualBytes)
        ? [warn('FEE_LOW', 'notice', 'Low fee', 'Below 1 sat/vB, most nodes do not pass a transaction on.')]
        : [];
  }
}
