import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { secretBytes } from '#protocol/secret.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import { vaultError } from './errors.ts';

/** One value of a DER structure: its tag and its contents. */
interface DerValue {
  readonly tag: number;
  readonly contents: Uint8Array;
}

const TAG = {
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
function readDer(bytes: Uint8Array): DerValue[] {
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
function readOnly(bytes: Uint8Array, tag: number): Uint8Array {
  const [value, extra] = readDer(bytes);
  if (value?.tag !== tag || extra !== undefined) throw broken();
  return value.contents;
}

/** The contents of the first value, which must have this tag. @throws AppError `KEY_MALFORMED` */
function expectTag(value: DerValue | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw broken();
  return value.contents;
}

/** A raw private key and its curve. */
export interface RawKey {
  readonly curve: ApiKeyCurve;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

// Object identifiers as DER contents (RFC 5480, SEC 2, RFC 8410).
const EC_PUBLIC_KEY = '2a8648ce3d0201';
const CURVE_OF_OID: Readonly<Record<string, ApiKeyCurve>> = {
  '2a8648ce3d030107': 'API_KEY_CURVE_P256',
  '2b8104000a': 'API_KEY_CURVE_SECP256K1',
  '2b6570': 'API_KEY_CURVE_ED25519',
};

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const LABEL = /^[A-Z0-9 ]{1,40}$/;

/** Whether a text has a block of PEM, whole or not. */
export const isPem = (text: Uint8Array): boolean => asBuffer(text).includes(BEGIN.trim());

/** The same memory: Node's own search reads it. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The blocks of a text, in its order: what is between the marks is base64 and spaces, and nothing else. */
function* blocksOf(bytes: Uint8Array): Generator<{ readonly label: string; readonly body: Uint8Array }> {
  const text = asBuffer(bytes);
  for (let start = text.indexOf(BEGIN); start !== -1;) {
    const from = start + BEGIN.length;
    const labelEnd = text.indexOf(DASHES, from);
    const label = labelEnd === -1 || labelEnd - from > 40 ? '' : text.toString('latin1', from, labelEnd);
    const body = labelEnd + DASHES.length;
    const mark = `-----END ${label}-----`;
    const end = LABEL.test(label) ? text.indexOf(mark, body) : -1;
    const isBlock = end !== -1 && bytes.subarray(body, end).every((byte) => isSpace(byte) || isBase64(byte));
    if (isBlock) yield { label, body: bytes.subarray(body, end) };
    start = text.indexOf(BEGIN, isBlock ? end + mark.length : from);
  }
}

/**
 * Reads a private key out of PEM: PKCS#8 (RFC 5208, RFC 8410) or SEC 1 (RFC 5915). By hand, because the TLS library
 * inside Electron does not know secp256k1.
 * @param text ASCII; no string is made of what stands between the marks
 * @throws AppError `KEY_IS_PUBLIC`, `KEY_ENCRYPTED`, `KEY_CURVE_UNSUPPORTED`, `KEY_MALFORMED`
 */
export function readPem(text: Uint8Array): RawKey {
  const blocks = [...blocksOf(text)];
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block === undefined) {
    if (blocks.some(({ label }) => label === 'PUBLIC KEY' || label === 'CERTIFICATE')) throw isPublic();
    throw vaultError('KEY_MALFORMED.pem');
  }
  const { label, body } = block;
  const der = decode(body);
  try {
    if (label === 'PRIVATE KEY') return readPkcs8(der);
    if (label === 'EC PRIVATE KEY') return readSec1(der, undefined);
  } finally {
    der.fill(0);
  }
  if (label === 'ENCRYPTED PRIVATE KEY') {
    throw vaultError('KEY_ENCRYPTED');
  }
  throw vaultError('KEY_CURVE_UNSUPPORTED.label', { label });
}

/** A public key was given where a private one is needed. */
export const isPublic = (): AppError => vaultError('KEY_IS_PUBLIC');

/** Space, and a line's ends as any system writes them. */
export const isSpace = (byte = 0): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
const isBase64 = (byte: number): boolean => byte === PADDING || ALPHABET.includes(byte);

/** Base64 with padding (RFC 4648, section 4), spaces left out; one form alone is taken. @throws AppError `KEY_MALFORMED` */
function decode(body: Uint8Array): Uint8Array {
  const malformed = (): AppError => vaultError('KEY_MALFORMED.base64');
  const characters = body.filter((byte) => !isSpace(byte));
  let end = characters.length;
  while (end > 0 && end > characters.length - 2 && characters[end - 1] === PADDING) end -= 1;
  const der = secretBytes(Math.floor((end * 6) / 8));
  try {
    if (characters.length % 4 !== 0) throw malformed();
    let bits = 0;
    let count = 0;
    let at = 0;
    for (const character of characters.subarray(0, end)) {
      const value = ALPHABET.indexOf(character);
      if (value === -1) throw malformed();
      bits = ((bits << 6) | value) & 0xffff;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      der[at++] = (bits >> count) & 0xff;
    }
    // What is left over is padding: another text of the same bytes is none.
    if (count >= 6 || (bits & ((1 << count) - 1)) !== 0) throw malformed();
    return der;
  } catch (error) {
    der.fill(0);
    throw error;
  } finally {
    characters.fill(0);
  }
}

function readPkcs8(der: Uint8Array): RawKey {
  const [version, algorithm, key] = readDer(readOnly(der, TAG.sequence));
  expectTag(version, TAG.integer);
  const [oid, parameters] = readDer(expectTag(algorithm, TAG.sequence));
  const name = toHex(expectTag(oid, TAG.oid));
  const contents = expectTag(key, TAG.octets);
  if (name === EC_PUBLIC_KEY) return readSec1(contents, curveOf(expectTag(parameters, TAG.oid)));
  const curve = CURVE_OF_OID[name];
  if (curve !== 'API_KEY_CURVE_ED25519') throw unsupported();
  return { curve, bytes: exactly32(readOnly(contents, TAG.octets)) };
}

function readSec1(der: Uint8Array, outer: ApiKeyCurve | undefined): RawKey {
  const [version, key, ...rest] = readDer(readOnly(der, TAG.sequence));
  expectTag(version, TAG.integer);
  const named = rest.find((value) => value.tag === TAG.context0);
  const curve = outer ?? (named === undefined ? undefined : curveOf(readOnly(named.contents, TAG.oid)));
  if (curve === undefined || curve === 'API_KEY_CURVE_ED25519') throw unsupported();
  return { curve, bytes: exactly32(expectTag(key, TAG.octets)) };
}

function curveOf(oid: Uint8Array): ApiKeyCurve {
  const curve = CURVE_OF_OID[toHex(oid)];
  if (curve === undefined) throw unsupported();
  return curve;
}

// A copy: the DER bytes are wiped.
function exactly32(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 32) throw unsupported();
  const key = secretBytes(32);
  key.set(bytes, 32 - bytes.length);
  return key;
}

const unsupported = (): AppError => vaultError('KEY_CURVE_UNSUPPORTED.curve');
