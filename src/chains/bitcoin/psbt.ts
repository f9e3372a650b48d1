import { concatBytes } from '@noble/hashes/utils.js';
import { bytesFrom } from '#protocol/encoding.ts';
import { ByteCursor } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';
import {
  type FieldRules,
  GLOBAL,
  GLOBAL_RULES,
  INPUT,
  INPUT_RULES,
  OUTPUT,
  OUTPUT_RULES,
  type PsbtField,
  type PsbtMap,
  psbtField,
  malformed,
  numberIn,
  readMap,
  serialiseMap,
} from './psbt-fields.ts';
import {
  INPUT_BYTES,
  OUTPUT_BYTES,
  type RawInput,
  type RawOutput,
  type RawTransaction,
  readOutput,
  readRawTransaction,
} from './raw-transaction.ts';

/** Lock times below are heights of blocks, from here on times (BIP-65). */
export const LOCKTIME_THRESHOLD = 500_000_000;
const FINAL = 0xffff_ffff;

/**
 * Puts together the transaction that a PSBT of version 2 spreads over its maps (BIP-370).
 * @throws AppError `PSBT_FIELD_MALFORMED`, `PSBT_LOCKTIME`
 */
function assembleTransaction(
  global: PsbtMap,
  inputs: readonly PsbtMap[],
  outputs: readonly PsbtMap[],
): RawTransaction {
  return {
    version: numberIn(required(global, GLOBAL.txVersion, 'global map', 'tx_version')),
    inputs: inputs.map(inputOf),
    outputs: outputs.map(outputOf),
    lockTime: lockTimeOf(global, inputs),
  };
}

function inputOf(map: PsbtMap, index: number): RawInput {
  const where = `input ${index}`;
  const txid = required(map, INPUT.previousTxid, where, 'previous_txid');
  const vout = required(map, INPUT.outputIndex, where, 'output_index');
  const sequence = psbtField(map, INPUT.sequence);
  return {
    txid: txid.value,
    vout: numberIn(vout),
    scriptSig: new Uint8Array(),
    sequence: sequence === undefined ? FINAL : numberIn(sequence),
    ranges: {
      txid: txid.range,
      vout: vout.range,
      ...(sequence === undefined ? {} : { sequence: sequence.range }),
    },
  };
}

function outputOf(map: PsbtMap, index: number): RawOutput {
  const where = `output ${index}`;
  const amount = required(map, OUTPUT.amount, where, 'amount');
  const script = required(map, OUTPUT.script, where, 'script');
  const { value } = amount;
  return {
    amount: new DataView(value.buffer, value.byteOffset, value.byteLength).getBigUint64(0, true),
    script: script.value,
    ranges: { amount: amount.range, script: script.range },
  };
}

function required(map: PsbtMap, type: number, where: string, name: string): PsbtField {
  const field = psbtField(map, type);
  if (field === undefined) throw malformed(where, `“${name}” is missing`);
  return field;
}

/** BIP-370, "Determining Lock Time": what every input can agree to; height where both would do. */
function lockTimeOf(global: PsbtMap, inputs: readonly PsbtMap[]): number {
  const demands = inputs
    .map((map, index) => {
      const time = psbtField(map, INPUT.requiredTimeLocktime);
      const height = psbtField(map, INPUT.requiredHeightLocktime);
      if (time !== undefined && numberIn(time) < LOCKTIME_THRESHOLD)
        throw malformed(`input ${index}`, '“required_time_locktime” is no time');
      if (height !== undefined && (numberIn(height) >= LOCKTIME_THRESHOLD || numberIn(height) === 0)) {
        throw malformed(`input ${index}`, '“required_height_locktime” is no height');
      }
      return { time: time && numberIn(time), height: height && numberIn(height) };
    })
    .filter(({ time, height }) => time !== undefined || height !== undefined);
  if (demands.length === 0) {
    const fallback = psbtField(global, GLOBAL.fallbackLocktime);
    return fallback === undefined ? 0 : numberIn(fallback);
  }
  for (const kind of ['height', 'time'] as const) {
    const wanted = demands.flatMap((demand) => demand[kind] ?? []);
    if (wanted.length === demands.length) return wanted.reduce((one, other) => Math.max(one, other), 0);
  }
  throw bitcoinError('PSBT_LOCKTIME');
}

/** `psbt` and ff. */
const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
/** More than any transaction of the network with all that it spends from in a block's size. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Nodes relay no larger transaction (Bitcoin Core, MAX_STANDARD_TX_WEIGHT). Policies look at each output of it, old scripts sign all of it. */
const MAX_RELAYED_BYTES = 100_000;
/** Fields of all maps: a transaction that nodes relay needs 14,000, of 1,700 taproot inputs with eight each. */
const MAX_FIELDS = 20_000;

/** A partially signed transaction (BIP-174, 370, 371) taken apart, and the transaction that it is about. */
export interface Psbt {
  readonly bytes: Uint8Array;
  readonly version: 0 | 2;
  readonly global: PsbtMap;
  readonly inputs: readonly PsbtMap[];
  readonly outputs: readonly PsbtMap[];
  readonly transaction: RawTransaction;
}

/**
 * Takes a PSBT of version 0 or 2 apart and checks its form; what it spends is not looked at.
 * @param given the PSBT as bytes or hex
 * @throws AppError `PSBT_NOT_HEX`, `HEX_INVALID`, `PSBT_MAGIC`, `PSBT_TOO_LONG`, `PSBT_TRANSACTION_TOO_LONG`, `PSBT_VERSION`,
 *   `PSBT_TRUNCATED`, `PSBT_NOT_CANONICAL`, `PSBT_FIELD_…`, `PSBT_FIELDS_TOO_MANY`, `BITCOIN_TRANSACTION_MALFORMED`
 */
export function parsePsbt(given: string | Uint8Array): Psbt {
  const trimmed = typeof given === 'string' ? given.trim() : given;
  if (typeof trimmed === 'string' && trimmed.startsWith('cHNidP')) {
    throw bitcoinError('PSBT_NOT_HEX');
  }
  const bytes = bytesFrom(trimmed, 'transaction');
  if (bytes.length > MAX_BYTES) {
    throw bitcoinError('PSBT_TOO_LONG', { length: bytes.length, max: MAX_BYTES });
  }
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) {
    throw bitcoinError('PSBT_MAGIC');
  }
  const cursor = new ByteCursor(bytes, [MAGIC.length, bytes.length]);
  const budget = { max: MAX_FIELDS, left: MAX_FIELDS };
  const global = readMap(cursor, GLOBAL_RULES, 'global map', budget);
  const version = versionOf(global);
  requireVersion(global, GLOBAL_RULES, version, 'global map');
  const unsigned = version === 0 ? readUnsigned(bytes, global) : null;
  const inputCount = unsigned?.inputs.length ?? countOf(global, GLOBAL.inputCount);
  const outputCount = unsigned?.outputs.length ?? countOf(global, GLOBAL.outputCount);
  // Every map has its separator: more maps than bytes are not even begun.
  const start = cursor.position;
  cursor.skip(inputCount + outputCount);
  cursor.position = start;
  requireRelayed(inputCount * INPUT_BYTES + outputCount * OUTPUT_BYTES);
  const maps = (count: number, rules: FieldRules, name: string): PsbtMap[] =>
    Array.from({ length: count }, (_, index) => {
      const map = readMap(cursor, rules, `${name} ${index}`, budget);
      requireVersion(map, rules, version, `${name} ${index}`);
      return map;
    });
  const inputs = maps(inputCount, INPUT_RULES, 'input');
  const outputs = maps(outputCount, OUTPUT_RULES, 'output');
  if (!cursor.isAtEnd) throw malformed('end', 'bytes are left over');
  inputs.forEach(checkUtxos);
  const transaction = unsigned ?? assembleTransaction(global, inputs, outputs);
  const scripts = transaction.outputs.reduce((sum, { script }) => sum + script.length, 0);
  requireRelayed(inputCount * INPUT_BYTES + outputCount * OUTPUT_BYTES + scripts);
  return { bytes, version, global, inputs, outputs, transaction };
}

/** A PSBT's maps as bytes. */
export const serialisePsbt = ({
  global,
  inputs,
  outputs,
}: Pick<Psbt, 'global' | 'inputs' | 'outputs'>): Uint8Array =>
  concatBytes(MAGIC, ...[global, ...inputs, ...outputs].map(serialiseMap));

function versionOf(global: PsbtMap): 0 | 2 {
  const field = psbtField(global, GLOBAL.version);
  const version = field === undefined ? 0 : numberIn(field);
  if (version === 0 || version === 2) return version;
  throw bitcoinError('PSBT_VERSION', { version });
}

function requireVersion(map: PsbtMap, rules: FieldRules, version: 0 | 2, where: string): void {
  const wrong = map.find(({ type }) => (rules[type]?.only ?? version) !== version);
  if (wrong !== undefined) throw malformed(where, `“${wrong.name}” is not of version ${version}`);
}

function readUnsigned(bytes: Uint8Array, global: PsbtMap): RawTransaction {
  const field = psbtField(global, GLOBAL.unsignedTx);
  if (field === undefined) throw malformed('global map', 'the unsigned transaction is missing');
  requireRelayed(field.value.length);
  const transaction = readRawTransaction(bytes, field.range, 'unsigned');
  if (transaction.inputs.some(({ scriptSig }) => scriptSig.length > 0)) {
    throw malformed('global map', 'its transaction is signed already');
  }
  return transaction;
}

function requireRelayed(length: number): void {
  if (length > MAX_RELAYED_BYTES)
    throw bitcoinError('PSBT_TRANSACTION_TOO_LONG', { length, max: MAX_RELAYED_BYTES });
}

function countOf(global: PsbtMap, type: number): number {
  const field = psbtField(global, type);
  if (field === undefined) throw malformed('global map', `“${GLOBAL_RULES[type]?.name ?? ''}” is missing`);
  const cursor = new ByteCursor(field.value);
  const count = cursor.compactSize();
  if (!cursor.isAtEnd) throw malformed('global map', `“${field.name}” is no number`);
  return count;
}

function checkUtxos(map: PsbtMap, index: number): void {
  const witness = psbtField(map, INPUT.witnessUtxo);
  if (witness !== undefined) {
    const cursor = new ByteCursor(witness.value);
    readOutput(cursor);
    if (!cursor.isAtEnd) throw malformed(`input ${index}`, '“witness_utxo” has bytes left over');
  }
}
