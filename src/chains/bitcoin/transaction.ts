import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { hash160 } from '../addresses/bitcoin.ts';
import type { TransactionsById } from '../model/chain.ts';
import type { ByteRange } from '../model/decoded.ts';
import { ByteCursor } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';
import { INPUT, type PsbtMap, psbtField, numberIn } from './psbt-fields.ts';
import { type Psbt, parsePsbt } from './psbt.ts';
import { type RawInput, type RawOutput, idText, readOutput, readSpent } from './raw-transaction.ts';
import { scriptKindOf } from './script-kinds.ts';

/** 21 million bitcoin in satoshis: no amount is greater. */
const MAX_AMOUNT = 2_100_000_000_000_000n;

/** An input with what it spends. */
export interface SpentInput extends RawInput {
  readonly map: PsbtMap;
  readonly amount: bigint;
  readonly script: Uint8Array;
  /** Whether the whole transaction that is spent from is there: its hash is the id that is signed, so the amount holds. */
  readonly isProven: boolean;
  /** Whether that transaction came beside the PSBT, which itself only claims the amount. */
  readonly isProvenBeside: boolean;
  /** The script behind a hash: the redeem script of P2SH, then the witness script of P2WSH. */
  readonly redeemScript: Uint8Array | undefined;
  readonly witnessScript: Uint8Array | undefined;
  /** The flags that the signature is asked to have; null where the PSBT says nothing. */
  readonly sighash: number | null;
  readonly isFinal: boolean;
  readonly amountRange: ByteRange;
}

/** A PSBT of which everything is known that a signer has to know. */
export interface BitcoinTransaction {
  readonly psbt: Psbt;
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly SpentInput[];
  readonly outputs: readonly RawOutput[];
  readonly fee: bigint;
}

/**
 * Reads a PSBT with what it spends.
 * @param given the PSBT as bytes or hex
 * @param beside transactions that inputs spend from, from elsewhere. They prove the amounts that the PSBT claims, and never
 *   stand for what isn't in it: whoever signs has the PSBT alone
 * @throws AppError as `parsePsbt`, `PSBT_EMPTY`, `OUTPOINT_TWICE`, `UTXO_MISSING`, `UTXO_MISMATCH`,
 *   `SCRIPT_MISMATCH`, `AMOUNT_INVALID`, `OUTPUTS_EXCEED_INPUTS`
 */
export function parseBitcoin(
  given: string | Uint8Array,
  beside: TransactionsById = new Map(),
): BitcoinTransaction {
  const psbt = parsePsbt(given);
  const { version, lockTime, outputs } = psbt.transaction;
  if (psbt.transaction.inputs.length === 0 || outputs.length === 0) {
    throw bitcoinError('PSBT_EMPTY');
  }
  const inputs = psbt.transaction.inputs.map((input, index) => spentInput(psbt, input, index, beside));
  const outpoints = new Set(inputs.map(({ txid, vout }) => `${toHex(txid)}:${vout}`));
  if (outpoints.size !== inputs.length) {
    throw bitcoinError('OUTPOINT_TWICE');
  }
  const spent = sumOf(inputs);
  const paid = sumOf(outputs);
  if (paid > spent) {
    throw bitcoinError('OUTPUTS_EXCEED_INPUTS', { paid, spent });
  }
  return { psbt, version, lockTime, inputs, outputs, fee: spent - paid };
}

export function sumOf(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((sum, { amount }) => {
    if (amount > MAX_AMOUNT) {
      throw bitcoinError('AMOUNT_INVALID', { amount });
    }
    return sum + amount;
  }, 0n);
}

function spentInput(psbt: Psbt, input: RawInput, index: number, beside: TransactionsById): SpentInput {
  const map = psbt.inputs[index] ?? [];
  const { output, isProven, range } = spentOutput(psbt, map, input, index);
  const elsewhere = isProven ? undefined : beside.get(idText(input.txid));
  if (elsewhere !== undefined) asClaimed(elsewhere.outputs[input.vout], input, index, output);
  const isProvenBeside = elsewhere !== undefined;
  const scripts = revealedScripts(map, output.script, index);
  const isNested = scriptKindOf(output.script) === 'p2sh' && scripts.redeemScript !== undefined;
  if (isNested && !isProven && !scriptKindOf(scripts.redeemScript).startsWith('p2w')) {
    throw missing(index, 'it is not of segwit, and the transaction that it spends from is not in the PSBT');
  }
  const sighash = psbtField(map, INPUT.sighashType);
  return {
    ...input,
    map,
    amount: output.amount,
    script: output.script,
    isProven: isProven || isProvenBeside,
    isProvenBeside,
    ...scripts,
    sighash: sighash === undefined ? null : numberIn(sighash),
    isFinal: [INPUT.finalScriptSig, INPUT.finalScriptWitness].some(
      (type) => psbtField(map, type) !== undefined,
    ),
    amountRange: range,
  };
}

/** Whether an input has what it spends twice, whole and as an output alone; the two were compared when it was read. */
export const hasBothForms = ({ map }: Pick<SpentInput, 'map'>): boolean =>
  psbtField(map, INPUT.nonWitnessUtxo) !== undefined && psbtField(map, INPUT.witnessUtxo) !== undefined;

/** What an input spends, as far as the PSBT proves it. */
function spentOutput(
  { bytes }: Psbt,
  map: PsbtMap,
  input: RawInput,
  index: number,
): { output: RawOutput; isProven: boolean; range: ByteRange } {
  const whole = psbtField(map, INPUT.nonWitnessUtxo);
  const claimed = psbtField(map, INPUT.witnessUtxo);
  const claim = claimed === undefined ? undefined : readOutput(new ByteCursor(bytes, claimed.range));
  if (whole === undefined) {
    if (claim === undefined) throw missing(index, 'what it spends is not in the PSBT');
    if (scriptKindOf(claim.script) === 'p2pkh' || scriptKindOf(claim.script) === 'other') {
      throw missing(index, 'it is not of segwit, and the transaction that it spends from is not in the PSBT');
    }
    return { output: claim, isProven: false, range: claim.ranges.amount };
  }
  const { id, output: spent } = readSpent(bytes, whole.range, input.vout);
  if (!equal(id, input.txid)) {
    throw mismatch(index, `the transaction that is given for it is not ${idText(input.txid)}`);
  }
  const output = asClaimed(spent, input, index, claim);
  return { output, isProven: true, range: output.ranges.amount };
}

/**
 * The output that an input spends, as the transaction has it that it names.
 * @throws AppError `UTXO_MISMATCH` where there is none, or another than the PSBT claims
 */
function asClaimed<O extends Pick<RawOutput, 'amount' | 'script'>>(
  output: O | undefined,
  { vout }: RawInput,
  index: number,
  claim: RawOutput | undefined,
): O {
  if (output === undefined)
    throw mismatch(index, `the transaction that it spends from has no output ${vout}`);
  if (claim !== undefined && (claim.amount !== output.amount || !equal(claim.script, output.script)))
    throw mismatch(index, '“witness_utxo” is not the output of the transaction that it spends from');
  return output;
}

/** Scripts that are given must be those whose hash is spent from. */
function revealedScripts(
  map: PsbtMap,
  script: Uint8Array,
  index: number,
): Pick<SpentInput, 'redeemScript' | 'witnessScript'> {
  const redeemScript = psbtField(map, INPUT.redeemScript)?.value;
  const witnessScript = psbtField(map, INPUT.witnessScript)?.value;
  if (redeemScript !== undefined) {
    if (scriptKindOf(script) !== 'p2sh' || !equal(hash160(redeemScript), script.subarray(2, 22)))
      throw scriptMismatch(index, 'redeem');
  }
  if (witnessScript !== undefined) {
    const program = redeemScript ?? script;
    if (scriptKindOf(program) !== 'p2wsh' || !equal(sha256(witnessScript), program.subarray(2)))
      throw scriptMismatch(index, 'witness');
  }
  return { redeemScript, witnessScript };
}

const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const missing = (index: number, why: string): AppError => bitcoinError('UTXO_MISSING', { index, why });

const mismatch = (index: number, why: string): AppError => bitcoinError('UTXO_MISMATCH', { index, why });

const scriptMismatch = (index: number, name: string): AppError =>
  bitcoinError('SCRIPT_MISMATCH', { index, name });
