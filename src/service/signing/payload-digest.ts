import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hashTypedData } from 'viem/utils';
import { z } from 'zod';
import type { HashFunction, PayloadEncoding } from '../../protocol/catalogue/signing-fields.ts';
import { authorizationHash } from '../../protocol/chains/ethereum/authority.ts';
import { fromHex, toUtf8 } from '../../protocol/encoding.ts';
import { ProtocolError } from '../../protocol/error.ts';

const DIGEST_BYTES = 32;

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as `0x${string}`);
const wholeNumber = z.union([z.int().min(0), z.string().regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/)]);
const authorization = z.strictObject({ address, chainId: wholeNumber, nonce: wholeNumber });

/** The types of EIP-712 that need no definition: `bytes1` to `bytes32`, `uint8` to `int256`, and the plain ones. */
const ATOMIC =
  /^(?:address|bool|string|bytes|bytes(?:[1-9]|[12]\d|3[0-2])|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|1(?:04|12|20|28|36|44|52|60|68|76|84|92)|2(?:00|08|16|24|32|40|48|56)))$/;

const typedData = z.object({
  domain: z.record(z.string(), z.unknown()).default({}),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

/**
 * What a key signs of a payload (PROTOCOL.md, section 11; docs/decisions/042).
 * For the ECDSA curves it is a digest: the payload's hash, with `HASH_FUNCTION_NO_OP` the payload itself, and for the two
 * Ethereum encodings the digest of the standard. For Ed25519, which hashes by itself, it is the payload.
 * @throws ProtocolError `PAYLOAD_INVALID`, `HASH_FUNCTION_INVALID`
 */
export function bytesToSign(
  payload: string,
  encoding: PayloadEncoding,
  hashFunction: HashFunction,
  isEd25519: boolean,
): Uint8Array {
  if (isEd25519 !== (hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE')) {
    throw invalidHash(
      isEd25519
        ? 'a key of Ed25519 hashes by itself and takes HASH_FUNCTION_NOT_APPLICABLE'
        : 'HASH_FUNCTION_NOT_APPLICABLE is for keys of Ed25519',
    );
  }
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
      return hashed(hexBytes(payload), hashFunction);
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      return hashed(toUtf8(payload), hashFunction);
    case 'PAYLOAD_ENCODING_EIP712':
      requireNoOp(encoding, hashFunction);
      return typedDataDigest(payload);
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      requireNoOp(encoding, hashFunction);
      return authorizationDigest(payload);
  }
}

function hashed(bytes: Uint8Array, hashFunction: HashFunction): Uint8Array {
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

function requireNoOp(encoding: PayloadEncoding, hashFunction: HashFunction): void {
  if (hashFunction === 'HASH_FUNCTION_NO_OP') return;
  throw invalidHash(`${encoding} has a hash of its own and takes HASH_FUNCTION_NO_OP`);
}

function hexBytes(payload: string): Uint8Array {
  try {
    return fromHex(payload, 'payload');
  } catch (cause) {
    throw invalidPayload('it is no hex', cause);
  }
}

function typedDataDigest(payload: string): Uint8Array {
  const data = read(typedData, payload, 'typed data of EIP-712');
  const unknown = Object.values(data.types)
    .flatMap((members) => members.map(({ type }) => type.replace(/(?:\[\d*\])*$/, '')))
    .find((type) => !ATOMIC.test(type) && !Object.hasOwn(data.types, type));
  // The library would sign a member of an unknown type as something else.
  if (unknown !== undefined) throw invalidPayload(`its types do not define ${JSON.stringify(unknown)}`);
  try {
    return fromHex(hashTypedData(data as Parameters<typeof hashTypedData>[0]));
  } catch (cause) {
    throw invalidPayload('its message does not fit its types', cause);
  }
}

function authorizationDigest(payload: string): Uint8Array {
  const tuple = read(authorization, payload, 'authorization of EIP-7702');
  const [chainId, nonce] = [BigInt(tuple.chainId), BigInt(tuple.nonce)];
  if (chainId >= 1n << 256n || nonce >= 1n << 64n) throw invalidPayload('its numbers are too large');
  return authorizationHash({ address: tuple.address, chainId, nonce });
}

function read<S extends z.ZodType>(schema: S, payload: string, what: string): z.output<S> {
  let value: unknown;
  try {
    // A number that JavaScript cannot hold would be signed as another one.
    value = JSON.parse(payload, (_, member: unknown) => {
      if (typeof member !== 'number' || Number.isSafeInteger(member)) return member;
      throw invalidPayload('it holds a number that has to be written as text');
    });
  } catch (cause) {
    throw cause instanceof ProtocolError ? cause : invalidPayload('it is no JSON', cause);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidPayload(`it is no ${what}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

const invalidPayload = (why: string, cause?: unknown): ProtocolError =>
  new ProtocolError('PAYLOAD_INVALID', `The payload cannot be signed: ${why}.`, 'Correct the payload.', {
    cause,
  });

const invalidHash = (why: string): ProtocolError =>
  new ProtocolError('HASH_FUNCTION_INVALID', `invalid hash function: ${why}.`, 'Use that hash function.');
