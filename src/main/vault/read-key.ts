import { withArticle } from '#chains/model/sentence.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { type ApiKeyCurve, apiPublicKeyOf } from '#protocol/stamp.ts';
import { vaultError } from './errors.ts';
import { type RawKey, isPublic, readPem } from './read-pem.ts';

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
 * @param curve what the operator chose; null when the text is expected to say it
 * @returns 32 private bytes, which the caller wipes
 * @throws AppError `KEY_TOO_LONG`, `KEY_IS_PUBLIC`, `KEY_CURVE_NEEDED`, `KEY_CURVE_MISMATCH`, `KEY_LENGTH_INVALID`,
 *   `KEY_OUT_OF_RANGE`, `KEY_ENCRYPTED`, `KEY_CURVE_UNSUPPORTED`, `KEY_MALFORMED`
 */
export function readKey(text: string, curve: ApiKeyCurve | null): RawKey {
  if (text.length > KEY_TEXT_LIMIT) {
    throw vaultError('KEY_TOO_LONG');
  }
  const trimmed = text.trim();
  const key = trimmed.includes('-----BEGIN') ? readPem(trimmed) : readHex(trimmed, curve);
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

function readHex(text: string, chosen: ApiKeyCurve | null): RawKey {
  const [digits = '', suffix, extra] = text.split(':');
  const named = suffix === undefined ? null : CURVE_OF_SUFFIX.get(suffix);
  if (named === undefined || extra !== undefined) {
    throw vaultError('KEY_MALFORMED.curve');
  }
  const curve = named ?? chosen;
  const bytes = hexBytes(digits);
  try {
    if (bytes.length === 33 || bytes.length === 65) throw isPublic();
    if (bytes.length === 64) return readSeedAndPublic(bytes, curve);
    if (bytes.length !== 32) {
      throw vaultError('KEY_LENGTH_INVALID', { length: bytes.length });
    }
    if (curve === null) {
      throw vaultError('KEY_CURVE_NEEDED');
    }
    return { curve, bytes: Uint8Array.from(bytes) };
  } finally {
    bytes.fill(0);
  }
}

// Written anew rather than passed on: the shared reader names the position of a stray digit, which is safe, and no more.
function hexBytes(digits: string): Uint8Array {
  try {
    return fromHex(digits, 'key');
  } catch (error) {
    const why = error instanceof Error ? error.message : 'It is not hex.';
    throw vaultError('KEY_MALFORMED.hex', { why });
  }
}

// An Ed25519 key as seed and public key, 64 bytes: the halves must belong together.
function readSeedAndPublic(bytes: Uint8Array, curve: ApiKeyCurve | null): RawKey {
  if (curve !== null && curve !== 'API_KEY_CURVE_ED25519') {
    throw vaultError('KEY_LENGTH_INVALID', { length: 64 });
  }
  const seed = Uint8Array.from(bytes.subarray(0, 32));
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
