import { withArticle } from '#chains/model/sentence.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import { type ApiKeyCurve, apiPublicKeyOf } from '#protocol/stamp.ts';
import { vaultError } from './errors.ts';
import { type RawKey, isPem, isPublic, isSpace, readPem } from './read-pem.ts';

/** The longest text that can be a key; more is refused unread. */
export const KEY_TEXT_LIMIT = 64 * 1024;

const CURVE_OF_SUFFIX = new Map<string, ApiKeyCurve>([
  ['p256', 'API_KEY_CURVE_P256'],
  ['secp256k1', 'API_KEY_CURVE_SECP256K1'],
  ['ed25519', 'API_KEY_CURVE_ED25519'],
]);

const NAMES: Record<ApiKeyCurve, string> = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
};

/**
 * Reads a private key as people keep it: PEM, 32 bytes of hex, or hex with a curve's name behind a colon as the
 * vendor's command line writes it (PROTOCOL.md, section 1.4).
 * @param given a secret of UTF-8, of which no string is made; or a text that is one already
 * @param curve what the operator chose; null when the text is expected to say it
 * @returns 32 private bytes, which the caller wipes
 * @throws AppError `KEY_TOO_LONG`, `KEY_IS_PUBLIC`, `KEY_CURVE_NEEDED`, `KEY_CURVE_MISMATCH`, `KEY_LENGTH_INVALID`,
 *   `KEY_OUT_OF_RANGE`, `KEY_ENCRYPTED`, `KEY_CURVE_UNSUPPORTED`, `KEY_MALFORMED`
 */
export function readKey(given: Secret | string, curve: ApiKeyCurve | null): RawKey {
  if (given.length > KEY_TEXT_LIMIT) {
    throw vaultError('KEY_TOO_LONG');
  }
  if (given instanceof Secret) return given.use((bytes) => readKeyText(bytes, curve));
  const bytes = toUtf8(given);
  try {
    return readKeyText(bytes, curve);
  } finally {
    bytes.fill(0);
  }
}

function readKeyText(bytes: Uint8Array, curve: ApiKeyCurve | null): RawKey {
  const text = trimmed(bytes);
  const key = isPem(text) ? readPem(text) : readHex(text, curve);
  if (curve !== null && key.curve !== curve) {
    key.bytes.fill(0);
    throw vaultError('KEY_CURVE_MISMATCH', {
      key: withArticle(NAMES[key.curve]),
      chosen: NAMES[curve],
      curve: NAMES[key.curve],
    });
  }
  requireInRange(key);
  return key;
}

/** Without the marks around it that people bring along: spaces, lines' ends, a byte order mark. */
function trimmed(bytes: Uint8Array): Uint8Array {
  const isMarked = BYTE_ORDER_MARK.every((byte, index) => byte === bytes[index]);
  let start = isMarked ? BYTE_ORDER_MARK.length : 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start += 1;
  while (start < end && isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const COLON = 0x3a;
/** As long as the longest name of a curve. */
const SUFFIX_LENGTH = 9;

function readHex(text: Uint8Array, chosen: ApiKeyCurve | null): RawKey {
  const colon = text.indexOf(COLON);
  const suffix = colon === -1 ? undefined : text.subarray(colon + 1);
  const named = suffix === undefined ? null : curveNamed(suffix);
  if (named === undefined) {
    throw vaultError('KEY_MALFORMED.curve');
  }
  const curve = named ?? chosen;
  const bytes = hexBytes(colon === -1 ? text : text.subarray(0, colon));
  try {
    if (bytes.length === 33 || bytes.length === 65) throw isPublic();
    if (bytes.length === 64) return readSeedAndPublic(bytes, curve);
    if (bytes.length !== 32) {
      throw vaultError('KEY_LENGTH_INVALID', { length: bytes.length });
    }
    if (curve === null) {
      throw vaultError('KEY_CURVE_NEEDED');
    }
    return { curve, bytes: copySecret(bytes) };
  } finally {
    bytes.fill(0);
  }
}

/** What stands behind the colon may be anything, a key among it: no string is made of what can be no name. */
const curveNamed = (suffix: Uint8Array): ApiKeyCurve | undefined =>
  suffix.length > SUFFIX_LENGTH ? undefined : CURVE_OF_SUFFIX.get(String.fromCharCode(...suffix));

/** The bytes of hex digits, without a string of them: what is wrong is said of a text whose digits are all zero. */
function hexBytes(digits: Uint8Array): Uint8Array {
  const masked = Array.from(digits, (byte, index) =>
    digitOf(byte) === -1 ? (index === 1 && isX(byte) ? 'x' : '?') : '0',
  ).join('');
  let bytes: Uint8Array;
  try {
    bytes = copySecret(fromHex(masked, 'key'));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'It is not hex.';
    throw vaultError('KEY_MALFORMED.hex', { why });
  }
  const start = digits.length - 2 * bytes.length;
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (digitOf(digits[start + 2 * index]) << 4) | digitOf(digits[start + 2 * index + 1]);
  return bytes;
}

const isX = (byte: number): boolean => (byte | 0x20) === 0x78;
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

// An Ed25519 key as seed and public key, 64 bytes: the halves must belong together.
function readSeedAndPublic(bytes: Uint8Array, curve: ApiKeyCurve | null): RawKey {
  if (curve !== null && curve !== 'API_KEY_CURVE_ED25519') {
    throw vaultError('KEY_LENGTH_INVALID', { length: 64 });
  }
  const seed = copySecret(bytes.subarray(0, 32));
  if (apiPublicKeyOf('API_KEY_CURVE_ED25519', seed) !== toHex(bytes.subarray(32))) {
    seed.fill(0);
    throw vaultError('KEY_MALFORMED.halves');
  }
  return { curve: 'API_KEY_CURVE_ED25519', bytes: seed };
}

function requireInRange(key: RawKey): void {
  try {
    apiPublicKeyOf(key.curve, key.bytes);
  } catch {
    key.bytes.fill(0);
    throw vaultError('KEY_OUT_OF_RANGE', { curve: NAMES[key.curve] });
  }
}
