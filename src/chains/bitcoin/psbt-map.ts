import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import type { ByteCursor } from './byte-cursor.ts';
import { compactSize } from './compact-size.ts';
import { bitcoinError } from './errors.ts';
import type { FieldRules } from './psbt-fields.ts';

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
 * @throws AppError `PSBT_TRUNCATED`, `PSBT_NOT_CANONICAL`, `PSBT_FIELD_TWICE`, `PSBT_FIELD_MALFORMED`
 */
export function readMap(cursor: ByteCursor, rules: FieldRules, where: string): PsbtMap {
  const fields: PsbtField[] = [];
  const seen = new Set<string>();
  for (;;) {
    const length = cursor.compactSize();
    if (length === 0) return fields;
    const start = cursor.position;
    const [, end] = cursor.skip(length);
    cursor.position = start;
    const type = cursor.compactSize();
    if (cursor.position > end) throw malformed(where, 'a key is shorter than its type');
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
    const key = `${type} ${toHex(keyData)}`;
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
export const fieldOf = (map: PsbtMap, type: number): PsbtField | undefined =>
  map.find((each) => each.type === type);

/** A field's four bytes as a number. */
export const numberIn = ({ value }: PsbtField): number =>
  new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(0, true);

export const malformed = (where: string, why: string): AppError =>
  bitcoinError('PSBT_FIELD_MALFORMED', { where, why });
