import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, bech32, createBase58check } from '@scure/base';
import { fromHex, toHex } from './encoding.ts';
import type { AppError } from './error.ts';
import { KEY_FORMAT_NAMES, type KeyFormat } from './key-format-names.ts';
import { keyError } from './key-errors.ts';
import { Secret } from './secret.ts';

const KEY_LENGTH = 32;
// The longest form, Solana's, has at most 88 characters; base58 is slow to read, so longer texts are not tried.
const MAX_TEXT_LENGTH = 128;
const WIF_VERSION = { BITCOIN_MAINNET_WIF: 0x80, BITCOIN_TESTNET_WIF: 0xef } as const;
const SUI_PREFIX = 'suiprivkey';
const ED25519_FLAG = 0x00;
const base58check = createBase58check(sha256);

/**
 * Writes a private key as text.
 * @param privateKey 32 bytes
 * @returns hex without 0x; base58 of seed ‖ public key; base58check of version ‖ key ‖ 01 (compressed); or bech32
 * @throws AppError `KEY_FORMAT` when it is not 32 bytes
 */
export function encodePrivateKey(privateKey: Secret, format: KeyFormat): string {
  return privateKey.use((key) => {
    requireLength(key, KEY_LENGTH, format);
    switch (format) {
      case 'HEXADECIMAL':
        return toHex(key);
      case 'SOLANA':
        return base58.encode(concatBytes(key, ed25519.getPublicKey(key)));
      case 'BITCOIN_MAINNET_WIF':
      case 'BITCOIN_TESTNET_WIF':
        return base58check.encode(concatBytes(Uint8Array.of(WIF_VERSION[format]), key, Uint8Array.of(0x01)));
      case 'SUI_BECH32':
        return bech32.encode(SUI_PREFIX, bech32.toWords(concatBytes(Uint8Array.of(ED25519_FLAG), key)));
    }
  });
}

/**
 * Reads a private key from text. Errors say what is wrong and never repeat the text.
 * @returns 32 bytes
 * @throws AppError `KEY_FORMAT`
 */
export function decodePrivateKey(text: string, format: KeyFormat): Secret {
  if (text.length > MAX_TEXT_LENGTH) throw wrong(format, `it is longer than ${MAX_TEXT_LENGTH} characters`);
  switch (format) {
    case 'HEXADECIMAL':
      return new Secret(
        requireLength(
          read(format, 'no hex', () => fromHex(text, 'key')),
          KEY_LENGTH,
          format,
        ),
      );
    case 'SOLANA':
      return decodeSolana(text);
    case 'BITCOIN_MAINNET_WIF':
    case 'BITCOIN_TESTNET_WIF':
      return decodeWif(text, format);
    case 'SUI_BECH32':
      return decodeSui(text);
  }
}

function decodeSolana(text: string): Secret {
  const bytes = requireLength(
    read('SOLANA', 'no base58', () => base58.decode(text)),
    2 * KEY_LENGTH,
    'SOLANA',
  );
  const seed = bytes.slice(0, KEY_LENGTH);
  if (toHex(ed25519.getPublicKey(seed)) !== toHex(bytes.subarray(KEY_LENGTH))) {
    throw wrong('SOLANA', 'its public half does not belong to its private half');
  }
  bytes.fill(0);
  return new Secret(seed);
}

function decodeWif(text: string, format: keyof typeof WIF_VERSION): Secret {
  const bytes = read(format, 'no base58 with a right checksum', () => base58check.decode(text));
  if (bytes[0] !== WIF_VERSION[format]) throw wrong(format, 'it is for another network');
  if (bytes.length === KEY_LENGTH + 1) throw wrong(format, 'it is the old form for uncompressed public keys');
  requireLength(bytes, KEY_LENGTH + 2, format);
  if (bytes[KEY_LENGTH + 1] !== 0x01) throw wrong(format, 'it does not end with 01');
  return new Secret(bytes.slice(1, KEY_LENGTH + 1));
}

function decodeSui(text: string): Secret {
  const { prefix, bytes } = read('SUI_BECH32', 'no bech32 with a right checksum', () =>
    bech32.decodeToBytes(text),
  );
  if (prefix !== SUI_PREFIX) throw wrong('SUI_BECH32', `it does not start with ${SUI_PREFIX}`);
  requireLength(bytes, KEY_LENGTH + 1, 'SUI_BECH32');
  if (bytes[0] !== ED25519_FLAG) throw wrong('SUI_BECH32', 'it is no Ed25519 key');
  return new Secret(bytes.slice(1));
}

// The libraries' own errors repeat what they were given, so they are not kept as causes.
function read<T>(format: KeyFormat, what: string, decode: () => T): T {
  try {
    return decode();
  } catch {
    throw wrong(format, `it is ${what}`);
  }
}

function requireLength(bytes: Uint8Array, length: number, format: KeyFormat): Uint8Array {
  if (bytes.length === length) return bytes;
  throw wrong(format, `it has ${bytes.length} bytes, not ${length}`);
}

const wrong = (format: KeyFormat, why: string): AppError =>
  keyError('KEY_FORMAT.text', { format: KEY_FORMAT_NAMES[format], why });
