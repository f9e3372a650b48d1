import { vaultError } from './errors.ts';
import type { AppError } from '#protocol/error.ts';

/** One value of a DER structure: its tag and its contents. */
export interface DerValue {
  readonly tag: number;
  readonly contents: Uint8Array;
}

export const TAG = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  context0: 0xa0,
  context1: 0xa1,
} as const;

const broken = (): AppError => vaultError('KEY_MALFORMED.der');

/**
 * Splits DER into its values, one level (X.690, definite lengths of at most two bytes: keys are short).
 * @throws AppError `KEY_MALFORMED`
 */
export function readDer(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw broken();
    at += 1;
    return byte;
  };
  while (at < bytes.length) {
    const tag = next();
    let length = next();
    if (length === 0x81) length = next();
    else if (length === 0x82) length = next() * 256 + next();
    else if (length >= 0x80) throw broken();
    if (at + length > bytes.length) throw broken();
    values.push({ tag, contents: bytes.subarray(at, at + length) });
    at += length;
  }
  return values;
}

/** The contents of the one value that `bytes` hold. @throws AppError `KEY_MALFORMED` */
export function readOnly(bytes: Uint8Array, tag: number): Uint8Array {
  const [value, extra] = readDer(bytes);
  if (value?.tag !== tag || extra !== undefined) throw broken();
  return value.contents;
}

/** The contents of the first value, which must have this tag. @throws AppError `KEY_MALFORMED` */
export function expectTag(value: DerValue | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw broken();
  return value.contents;
}
