import { base64 } from '@scure/base';
import { toHex } from '../../protocol/encoding.ts';
import type { ApiKeyCurve } from '../../protocol/stamp.ts';
import { expectTag, readDer, readOnly, TAG } from './der.ts';
import { VaultError } from './vault-error.ts';

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

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

/**
 * Reads a private key out of PEM: PKCS#8 (RFC 5208, RFC 8410) or SEC 1 (RFC 5915). By hand, because the TLS library
 * inside Electron does not know secp256k1.
 * @throws VaultError `KEY_IS_PUBLIC`, `KEY_ENCRYPTED`, `KEY_CURVE_UNSUPPORTED`, `KEY_MALFORMED`
 */
export function readPem(text: string): RawKey {
  const blocks = [...text.matchAll(BLOCK)];
  const block = blocks.find(([, label]) => label?.endsWith('PRIVATE KEY'));
  if (block === undefined) {
    if (blocks.some(([, label]) => label === 'PUBLIC KEY' || label === 'CERTIFICATE')) throw isPublic();
    throw new VaultError(
      'KEY_MALFORMED',
      'There is no private key in this PEM text.',
      'Choose the file with BEGIN PRIVATE KEY in it.',
    );
  }
  const [, label, body] = block;
  const der = decode(body ?? '');
  try {
    if (label === 'PRIVATE KEY') return readPkcs8(der);
    if (label === 'EC PRIVATE KEY') return readSec1(der, undefined);
  } finally {
    der.fill(0);
  }
  if (label === 'ENCRYPTED PRIVATE KEY') {
    throw new VaultError(
      'KEY_ENCRYPTED',
      'This private key is encrypted with a passphrase.',
      'Decrypt it first, for example with openssl pkey.',
    );
  }
  throw new VaultError(
    'KEY_CURVE_UNSUPPORTED',
    `A ${label ?? ''} cannot stamp requests.`,
    'Use a P-256, secp256k1 or Ed25519 key.',
  );
}

/** A public key was given where a private one is needed. */
export const isPublic = (): VaultError =>
  new VaultError(
    'KEY_IS_PUBLIC',
    'This is a public key; stamping needs the private one.',
    'Choose the file that holds the private key.',
  );

function decode(body: string): Uint8Array {
  try {
    return base64.decode(body.replace(/\s+/g, ''));
  } catch {
    throw new VaultError('KEY_MALFORMED', 'The PEM text is not base64 inside.', 'Copy the whole file again.');
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
  const key = new Uint8Array(32);
  key.set(bytes, 32 - bytes.length);
  return key;
}

const unsupported = (): VaultError =>
  new VaultError(
    'KEY_CURVE_UNSUPPORTED',
    'The key is on a curve, or of a kind, that cannot stamp requests.',
    'Use a P-256, secp256k1 or Ed25519 key.',
  );
