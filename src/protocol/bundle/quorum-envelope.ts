import { Aes256Gcm } from '@hpke/core';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { curves } from '../curves.ts';
import { fromHex, toHex, toUtf8 } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { generateP256KeyPair, P256_RANDOM_LENGTH, p256PublicKeyOf, uncompressP256 } from '../p256-key.ts';
import { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';

const NONCE_LENGTH = 12;
const KEY_LENGTH = 65;
const TAG_LENGTH = 16;
const HEADER_LENGTH = NONCE_LENGTH + KEY_LENGTH + 4;
const MAX_LENGTH = 1 << 16;
const KEY_SIZE = Uint8Array.of(KEY_LENGTH);

/** Random bytes that {@link sealToQuorumKey} takes: a nonce and an ephemeral key. */
export const QUORUM_RANDOM_LENGTH = NONCE_LENGTH + P256_RANDOM_LENGTH;

/**
 * Seals bytes to the encrypt half of a quorum key, as `encryptedClientSecret` of `create_oauth2_credential` wants it
 * (PROTOCOL.md, section 3.5): nonce[12] ‖ ephemeral key[65] ‖ u32 little-endian length ‖ AES-256-GCM ciphertext. This
 * is no HPKE.
 * @param quorumPublicKey the encrypt half, SEC1 bytes or hex
 * @param random 60 bytes of a CSPRNG, used once; wiped
 * @returns lowercase hex
 * @throws AppError `RANDOM_LENGTH`, `PUBLIC_KEY_INVALID`
 */
export async function sealToQuorumKey(
  plaintext: Secret,
  quorumPublicKey: Uint8Array | string,
  random: Uint8Array,
): Promise<string> {
  const receiver = uncompressP256(quorumPublicKey, 'quorum public key');
  const ephemeral = generateP256KeyPair(random.subarray(NONCE_LENGTH));
  const nonce = random.slice(0, NONCE_LENGTH);
  random.fill(0);
  const own = plaintext.use((bytes) => bytes.slice());
  try {
    const key = deriveKey(ephemeral.privateKey, receiver, ephemeral.publicKey, receiver);
    const aad = concatBytes(ephemeral.publicKey, KEY_SIZE, receiver, KEY_SIZE);
    const ciphertext = new Uint8Array(
      await new Aes256Gcm().createEncryptionContext(key).seal(nonce, own, aad),
    );
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, ciphertext.length, true);
    return toHex(concatBytes(nonce, ephemeral.publicKey, length, ciphertext));
  } finally {
    own.fill(0);
    ephemeral.privateKey.wipe();
  }
}

/**
 * Opens what {@link sealToQuorumKey} made.
 * @param text hex
 * @param quorumPrivateKey the encrypt half
 * @throws AppError `QUORUM_ENVELOPE_MALFORMED`, `PUBLIC_KEY_INVALID` (the ephemeral key), `QUORUM_OPEN_FAILED`
 */
export async function openQuorumEnvelope(text: string, quorumPrivateKey: Secret): Promise<Secret> {
  const { nonce, ephemeral, ciphertext } = readEnvelope(text);
  const receiver = quorumPrivateKey.use(p256PublicKeyOf);
  const sender = uncompressP256(ephemeral, 'ephemeral key');
  const key = deriveKey(quorumPrivateKey, sender, sender, receiver);
  const aad = concatBytes(sender, KEY_SIZE, receiver, KEY_SIZE);
  try {
    return new Secret(
      new Uint8Array(await new Aes256Gcm().createEncryptionContext(key).open(nonce, ciphertext, aad)),
    );
  } catch (cause) {
    throw bundleError('QUORUM_OPEN_FAILED', { cause });
  }
}

/**
 * The ephemeral key of a sealed text: whoever copies the text copies it too.
 * @returns 65 bytes as hex
 * @throws AppError `QUORUM_ENVELOPE_MALFORMED`
 */
export const quorumEphemeralKey = (text: string): string => toHex(readEnvelope(text).ephemeral);

function readEnvelope(text: string): { nonce: Uint8Array; ephemeral: Uint8Array; ciphertext: Uint8Array } {
  if (text.length > 2 * MAX_LENGTH) throw malformed(`it is longer than ${MAX_LENGTH} bytes`);
  let bytes: Uint8Array;
  try {
    bytes = fromHex(text, 'sealed secret');
  } catch (cause) {
    throw malformed('it is no hex', cause);
  }
  if (bytes.length < HEADER_LENGTH + TAG_LENGTH) throw malformed(`${bytes.length} bytes are too few`);
  const ciphertext = bytes.subarray(HEADER_LENGTH);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(NONCE_LENGTH + KEY_LENGTH, true);
  if (length !== ciphertext.length)
    throw malformed(`it announces ${length} bytes and holds ${ciphertext.length}`);
  return {
    nonce: bytes.subarray(0, NONCE_LENGTH),
    ephemeral: bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + KEY_LENGTH),
    ciphertext,
  };
}

/** AES key: the first half of HMAC-SHA-512 keyed by sender ‖ receiver ‖ ECDH x. */
function deriveKey(own: Secret, other: Uint8Array, sender: Uint8Array, receiver: Uint8Array): Uint8Array {
  const shared = own.use((scalar) => curves().sharedP256(scalar, other));
  const preimage = concatBytes(sender, receiver, shared);
  const key = hmac(sha512, preimage, toUtf8('qos_encryption_hmac_message')).slice(0, 32);
  shared.fill(0);
  preimage.fill(0);
  return key;
}

const malformed = (why: string, cause?: unknown): AppError =>
  bundleError('QUORUM_ENVELOPE_MALFORMED', { why, cause });
