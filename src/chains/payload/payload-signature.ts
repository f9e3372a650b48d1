import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { authorizationHash } from '../ethereum/delegations.ts';
import { addressOfPublicKey } from '../ethereum/model/address.ts';
import { typedDataDigest } from '../ethereum/typed-data/digest.ts';
import { parseTypedData } from '../ethereum/typed-data/parse.ts';
import type { Check } from '../model/chain.ts';
import { chainError } from '../model/errors.ts';

/** A signature as the service gives it: hex without 0x. Zeros at the start of r and s may be missing. */
export interface RawSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** Whose signature it must be: a public key (hex), or where that is not known an Ethereum address. */
interface ExpectedSigner {
  readonly curve: KeyCurve;
  readonly publicKey?: string | undefined;
  readonly address?: string | undefined;
}

const NAME = 'Signed by the key';

/**
 * Checks that a signature is the key's over what was previewed. An answer that cannot be read is a check that failed.
 * @param bytes what was to be signed, as `bytesToSign` gives it
 */
export function verifyRawSignature(
  bytes: Uint8Array,
  signature: RawSignature,
  signer: ExpectedSigner,
): Check {
  try {
    return check(bytes, signature, signer);
  } catch {
    // Whatever the libraries throw at numbers that are no signature.
    return failed('What came back is no signature.');
  }
}

function check(
  bytes: Uint8Array,
  signature: RawSignature,
  { curve, publicKey, address }: ExpectedSigner,
): Check {
  const halves = concatBytes(wordOf(signature.r), wordOf(signature.s));
  if (curve === 'CURVE_ED25519') {
    return publicKey !== undefined && ed25519.verify(halves, bytes, fromHex(publicKey))
      ? passed(publicKey)
      : failed(`The signature is not one of ${publicKey ?? 'a known key'} over the payload.`);
  }
  const ecdsa = curve === 'CURVE_P256' ? p256 : secp256k1;
  const parsed = ecdsa.Signature.fromBytes(halves, 'compact').addRecoveryBit(Number(`0x${signature.v}`));
  if (parsed.hasHighS()) return failed('The signature has a high s, which chains refuse.');
  const recovered = parsed.recoverPublicKey(bytes);
  const found =
    publicKey === undefined && curve === 'CURVE_SECP256K1'
      ? addressOfPublicKey(recovered.toBytes(true))
      : toHex(recovered.toBytes(true));
  const wanted = publicKey?.toLowerCase() ?? address;
  return found === wanted
    ? passed(found)
    : failed(`The signature is of ${found}, not of ${wanted ?? 'a known key'}.`);
}

function wordOf(hex: string): Uint8Array {
  if (!/^[0-9a-fA-F]{1,64}$/.test(hex)) throw new RangeError('no number of 32 bytes');
  return fromHex(hex.padStart(64, '0'));
}

const passed = (key: string): Check => ({
  name: NAME,
  passed: true,
  detail: `The signature over the previewed payload is that of ${key}.`,
});
const failed = (detail: string): Check => ({ name: NAME, passed: false, detail });

const DIGEST_BYTES = 32;

/** The encodings of bytes; the others are JSON with a hash of their own. */
export type PlainEncoding = Extract<
  PayloadEncoding,
  'PAYLOAD_ENCODING_HEXADECIMAL' | 'PAYLOAD_ENCODING_TEXT_UTF8'
>;

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as `0x${string}`);
const wholeNumber = z.union([z.int().min(0), z.string().regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/)]);
const authorization = z.strictObject({ address, chainId: wholeNumber, nonce: wholeNumber });

/**
 * Refuses a hash function that does not go with the key and the encoding.
 * @throws AppError `HASH_FUNCTION_INVALID`
 */
export function requireHashFunction(
  encoding: PayloadEncoding,
  hashFunction: HashFunction,
  isEd25519: boolean,
): void {
  if (isEd25519 !== (hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE')) {
    throw invalidHash(
      isEd25519
        ? 'a key of Ed25519 hashes by itself and takes HASH_FUNCTION_NOT_APPLICABLE'
        : 'HASH_FUNCTION_NOT_APPLICABLE is for keys of Ed25519',
    );
  }
  const hashesItself =
    encoding === 'PAYLOAD_ENCODING_EIP712' || encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION';
  if (hashesItself && hashFunction !== 'HASH_FUNCTION_NO_OP')
    throw invalidHash(`${encoding} has a hash of its own and takes HASH_FUNCTION_NO_OP`);
}

/**
 * What a key signs of a payload (PROTOCOL.md, section 11; docs/decisions/042).
 * For the ECDSA curves it is a digest: the payload's hash, with `HASH_FUNCTION_NO_OP` the payload itself, and for the two
 * Ethereum encodings the digest of the standard. For Ed25519, which hashes by itself, it is the payload.
 * @throws AppError `PAYLOAD_INVALID`, `HASH_FUNCTION_INVALID`, and those of `parseTypedData`
 */
export function bytesToSign(
  payload: string,
  encoding: PayloadEncoding,
  hashFunction: HashFunction,
  isEd25519: boolean,
): Uint8Array {
  requireHashFunction(encoding, hashFunction, isEd25519);
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      return plainDigest(plainBytes(payload, encoding), hashFunction);
    case 'PAYLOAD_ENCODING_EIP712':
      return typedDataDigest(parseTypedData(payload));
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      return authorizationHash(readAuthorization(payload));
  }
}

/** What a key signs of plain bytes: their hash, or the bytes. @throws AppError `PAYLOAD_INVALID` */
export function plainDigest(bytes: Uint8Array, hashFunction: HashFunction): Uint8Array {
  switch (hashFunction) {
    case 'HASH_FUNCTION_SHA256':
      return sha256(bytes);
    case 'HASH_FUNCTION_KECCAK256':
      return keccak_256(bytes);
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      return bytes;
    case 'HASH_FUNCTION_NO_OP':
      if (bytes.length === DIGEST_BYTES) return bytes;
      throw invalidPayload(
        `it has ${bytes.length} bytes; with HASH_FUNCTION_NO_OP it is a hash of ${DIGEST_BYTES}`,
      );
  }
}

/** The bytes of a payload that is no JSON. @throws AppError `PAYLOAD_INVALID` */
export function plainBytes(payload: string, encoding: PlainEncoding): Uint8Array {
  if (encoding === 'PAYLOAD_ENCODING_TEXT_UTF8') return toUtf8(payload);
  try {
    return fromHex(payload, 'payload');
  } catch (cause) {
    throw invalidPayload('it is no hex', cause);
  }
}

/** What an authorization of EIP-7702 says: which code, for which chain, at which count. */
type PayloadAuthorization = Parameters<typeof authorizationHash>[0];

/**
 * Reads an authorization (EIP-7702) as the published clients send it: JSON with `address`, `chainId` and `nonce`.
 * @throws AppError `JSON_INVALID`, `PAYLOAD_INVALID`
 */
export function readAuthorization(payload: string): PayloadAuthorization {
  const parsed = authorization.safeParse(parseStrictJson(payload, 'authorization'));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidPayload(
      `it is no authorization of EIP-7702: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  }
  const [chainId, nonce] = [BigInt(parsed.data.chainId), BigInt(parsed.data.nonce)];
  if (chainId >= 1n << 256n || nonce >= 1n << 64n) throw invalidPayload('its numbers are too large');
  return { address: parsed.data.address, chainId, nonce };
}

const invalidPayload = (why: string, cause?: unknown): AppError =>
  chainError('PAYLOAD_INVALID', { why, cause });

const invalidHash = (why: string): AppError => chainError('HASH_FUNCTION_INVALID', { why });
