import { bitcoinError } from './errors.ts';
import { GLOBAL, INPUT, OUTPUT } from './psbt-fields.ts';
import { fieldOf, malformed, numberIn, type PsbtField, type PsbtMap } from './psbt-map.ts';
import type { RawInput, RawOutput, RawTransaction } from './raw-transaction.ts';

/** Lock times below are heights of blocks, from here on times (BIP-65). */
export const LOCKTIME_THRESHOLD = 500_000_000;
const FINAL = 0xffff_ffff;

/**
 * Puts together the transaction that a PSBT of version 2 spreads over its maps (BIP-370).
 * @throws AppError `PSBT_FIELD_MALFORMED`, `PSBT_LOCKTIME`
 */
export function assembleTransaction(
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
  const sequence = fieldOf(map, INPUT.sequence);
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
  const field = fieldOf(map, type);
  if (field === undefined) throw malformed(where, `“${name}” is missing`);
  return field;
}

/** BIP-370, "Determining Lock Time": what every input can agree to; height where both would do. */
function lockTimeOf(global: PsbtMap, inputs: readonly PsbtMap[]): number {
  const demands = inputs
    .map((map, index) => {
      const time = fieldOf(map, INPUT.requiredTimeLocktime);
      const height = fieldOf(map, INPUT.requiredHeightLocktime);
      if (time !== undefined && numberIn(time) < LOCKTIME_THRESHOLD)
        throw malformed(`input ${index}`, '“required_time_locktime” is no time');
      if (height !== undefined && (numberIn(height) >= LOCKTIME_THRESHOLD || numberIn(height) === 0)) {
        throw malformed(`input ${index}`, '“required_height_locktime” is no height');
      }
      return { time: time && numberIn(time), height: height && numberIn(height) };
    })
    .filter(({ time, height }) => time !== undefined || height !== undefined);
  if (demands.length === 0) {
    const fallback = fieldOf(global, GLOBAL.fallbackLocktime);
    return fallback === undefined ? 0 : numberIn(fallback);
  }
  for (const kind of ['height', 'time'] as const) {
    const wanted = demands.flatMap((demand) => demand[kind] ?? []);
    if (wanted.length === demands.length) return wanted.reduce((one, other) => Math.max(one, other), 0);
  }
  throw bitcoinError('PSBT_LOCKTIME');
}
