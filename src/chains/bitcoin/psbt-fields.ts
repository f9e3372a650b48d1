import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { type ByteCursor, compactSize } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';

/** What may stand behind the type in a field's key, by its length in bytes. */
type KeyData = (length: number) => boolean;
type ValueLength = (length: number) => boolean;

/** One type of field of a PSBT map: its published name, and how long its key and value may be. */
interface FieldRule {
  readonly name: string;
  readonly key: KeyData;
  readonly value: ValueLength;
  /** The only version of PSBT that has it. */
  readonly only?: 0 | 2;
}
export type FieldRules = Readonly<Record<number, FieldRule>>;

const exactly =
  (...lengths: number[]) =>
  (length: number): boolean =>
    lengths.includes(length);
const any = (): boolean => true;
const none = exactly(0);
const publicKey = exactly(33, 65);
/** A master key's fingerprint and a path (BIP-174). */
const derivation = (length: number): boolean => length >= 4 && length % 4 === 0;
/** Leaf hashes, a fingerprint and a path (BIP-371). */
const taprootDerivation = (length: number): boolean => length >= 5;
const controlBlock = (length: number): boolean =>
  length >= 33 && length <= 33 + 32 * 128 && (length - 33) % 32 === 0;

const rule = (name: string, key: KeyData = none, value: ValueLength = any, only?: 0 | 2): FieldRule => ({
  name,
  key,
  value,
  ...(only === undefined ? {} : { only }),
});
const proprietary = rule('proprietary', any);

/** Types of the fields that are read here, by their published names (BIP-174, 370, 371). */
export const GLOBAL = {
  unsignedTx: 0x00,
  txVersion: 0x02,
  fallbackLocktime: 0x03,
  inputCount: 0x04,
  outputCount: 0x05,
  txModifiable: 0x06,
  version: 0xfb,
} as const;
export const INPUT = {
  nonWitnessUtxo: 0x00,
  witnessUtxo: 0x01,
  partialSig: 0x02,
  sighashType: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  finalScriptSig: 0x07,
  finalScriptWitness: 0x08,
  previousTxid: 0x0e,
  outputIndex: 0x0f,
  sequence: 0x10,
  requiredTimeLocktime: 0x11,
  requiredHeightLocktime: 0x12,
  tapKeySig: 0x13,
} as const;
export const OUTPUT = { redeemScript: 0x00, witnessScript: 0x01, amount: 0x03, script: 0x04 } as const;

export const GLOBAL_RULES: FieldRules = {
  [GLOBAL.unsignedTx]: rule('unsigned_tx', none, any, 0),
  0x01: rule('xpub', exactly(78), derivation),
  [GLOBAL.txVersion]: rule('tx_version', none, exactly(4), 2),
  [GLOBAL.fallbackLocktime]: rule('fallback_locktime', none, exactly(4), 2),
  [GLOBAL.inputCount]: rule('input_count', none, any, 2),
  [GLOBAL.outputCount]: rule('output_count', none, any, 2),
  [GLOBAL.txModifiable]: rule('tx_modifiable', none, exactly(1), 2),
  0x07: rule('sp_ecdh_share', exactly(33), exactly(33), 2),
  0x08: rule('sp_dleq', exactly(33), exactly(64), 2),
  0x09: rule('generic_signed_message'),
  [GLOBAL.version]: rule('version', none, exactly(4)),
  0xfc: proprietary,
};

export const INPUT_RULES: FieldRules = {
  [INPUT.nonWitnessUtxo]: rule('non_witness_utxo'),
  [INPUT.witnessUtxo]: rule('witness_utxo'),
  [INPUT.partialSig]: rule('partial_sig', publicKey, (length) => length >= 9 && length <= 73),
  [INPUT.sighashType]: rule('sighash_type', none, exactly(4)),
  [INPUT.redeemScript]: rule('redeem_script'),
  [INPUT.witnessScript]: rule('witness_script'),
  0x06: rule('bip32_derivation', publicKey, derivation),
  [INPUT.finalScriptSig]: rule('final_scriptsig'),
  [INPUT.finalScriptWitness]: rule('final_scriptwitness'),
  0x09: rule('por_commitment'),
  0x0a: rule('ripemd160', exactly(20)),
  0x0b: rule('sha256', exactly(32)),
  0x0c: rule('hash160', exactly(20)),
  0x0d: rule('hash256', exactly(32)),
  [INPUT.previousTxid]: rule('previous_txid', none, exactly(32), 2),
  [INPUT.outputIndex]: rule('output_index', none, exactly(4), 2),
  [INPUT.sequence]: rule('sequence', none, exactly(4), 2),
  [INPUT.requiredTimeLocktime]: rule('required_time_locktime', none, exactly(4), 2),
  [INPUT.requiredHeightLocktime]: rule('required_height_locktime', none, exactly(4), 2),
  [INPUT.tapKeySig]: rule('tap_key_sig', none, exactly(64, 65)),
  0x14: rule('tap_script_sig', exactly(64), exactly(64, 65)),
  0x15: rule('tap_leaf_script', controlBlock, (length) => length >= 1),
  0x16: rule('tap_bip32_derivation', exactly(32), taprootDerivation),
  0x17: rule('tap_internal_key', none, exactly(32)),
  0x18: rule('tap_merkle_root', none, exactly(32)),
  0x1a: rule('musig2_participant_pubkeys', exactly(33), (length) => length % 33 === 0),
  0x1b: rule('musig2_pub_nonce', exactly(66, 98), exactly(66)),
  0x1c: rule('musig2_partial_sig', exactly(66, 98), exactly(32)),
  0x1d: rule('sp_ecdh_share', exactly(33), exactly(33), 2),
  0x1e: rule('sp_dleq', exactly(33), exactly(64), 2),
  0xfc: proprietary,
};

export const OUTPUT_RULES: FieldRules = {
  [OUTPUT.redeemScript]: rule('redeem_script'),
  [OUTPUT.witnessScript]: rule('witness_script'),
  0x02: rule('bip32_derivation', publicKey, derivation),
  [OUTPUT.amount]: rule('amount', none, exactly(8), 2),
  [OUTPUT.script]: rule('script', none, any, 2),
  0x05: rule('tap_internal_key', none, exactly(32)),
  0x06: rule('tap_tree', none, (length) => length >= 3),
  0x07: rule('tap_bip32_derivation', exactly(32), taprootDerivation),
  0x08: rule('musig2_participant_pubkeys', exactly(33), (length) => length % 33 === 0),
  0x09: rule('sp_v0_info', none, exactly(66), 2),
  0x0a: rule('sp_v0_label', none, exactly(4), 2),
  0x35: rule('dnssec_proof'),
  0xfc: proprietary,
};

/** One key and value of a PSBT, as it stands. */
export interface PsbtField {
  readonly type: number;
  /** The published name; `unknown` where the type is not one of those. */
  readonly name: string;
  /** What stands behind the type in the key. */
  readonly keyData: Uint8Array;
  readonly value: Uint8Array;
  /** Where the value stands. */
  readonly range: ByteRange;
}
/** One of a PSBT's maps, in the order of the bytes. */
export type PsbtMap = readonly PsbtField[];

/**
 * Reads one map up to and with its separator.
 * @param where for the error, for example “input 0”
 * @param budget how many fields may still be read
 * @throws AppError `PSBT_TRUNCATED`, `PSBT_NOT_CANONICAL`, `PSBT_FIELD_TWICE`, `PSBT_FIELD_MALFORMED`, `PSBT_FIELDS_TOO_MANY`
 */
export function readMap(
  cursor: ByteCursor,
  rules: FieldRules,
  where: string,
  budget: { readonly max: number; left: number },
): PsbtMap {
  const fields: PsbtField[] = [];
  const seen = new Set<string | number>();
  for (;;) {
    const length = cursor.compactSize();
    if (length === 0) return fields;
    budget.left -= 1;
    if (budget.left < 0) throw bitcoinError('PSBT_FIELDS_TOO_MANY', { max: budget.max });
    const start = cursor.skip(length);
    const end = cursor.position;
    cursor.position = start;
    const type = cursor.compactSize();
    if (cursor.position > end) throw malformed(where, 'a key is shorter than its type');
    // Such a type would be written again as another one.
    if (type > 0xffff_ffff) throw malformed(where, 'a key’s type has more than 32 bits');
    const keyData = cursor.take(end - cursor.position);
    const size = cursor.compactSize();
    const at = cursor.position;
    const rule = rules[type];
    const field: PsbtField = {
      type,
      name: rule?.name ?? 'unknown',
      keyData,
      value: cursor.take(size),
      range: [at, at + size],
    };
    const key = keyData.length === 0 ? type : `${type} ${toHex(keyData)}`;
    if (seen.has(key)) {
      throw bitcoinError('PSBT_FIELD_TWICE', { where, name: field.name });
    }
    seen.add(key);
    if (rule?.key(keyData.length) === false)
      throw malformed(where, `the key of “${rule.name}” has ${keyData.length} bytes behind its type`);
    if (rule?.value(size) === false) throw malformed(where, `“${rule.name}” has ${size} bytes`);
    fields.push(field);
  }
}

/** A map as bytes, with its separator. */
export const serialiseMap = (map: PsbtMap): Uint8Array =>
  concatBytes(
    ...map.map(({ type, keyData, value }) => {
      const key = concatBytes(compactSize(type), keyData);
      return concatBytes(compactSize(key.length), key, compactSize(value.length), value);
    }),
    Uint8Array.of(0),
  );

/** The field of a type that a map has once. */
export const psbtField = (map: PsbtMap, type: number): PsbtField | undefined =>
  map.find((each) => each.type === type);

/** A field's four bytes as a number. */
export const numberIn = ({ value }: PsbtField): number =>
  new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(0, true);

export const malformed = (where: string, why: string): AppError =>
  bitcoinError('PSBT_FIELD_MALFORMED', { where, why });
