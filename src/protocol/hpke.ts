import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { expand, extract } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { curves } from './curves.ts';
import { toUtf8 } from './encoding.ts';
import { protocolError } from './errors.ts';
import { p256PublicKeyOf, uncompressP256 } from './p256-key.ts';
import { copySecret } from './secret.ts';

/** The `info` of the published formats (PROTOCOL.md, section 2): part of the bytes, whatever the profile is called. */
const HPKE_INFO = 'turnkey_hpke';

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

// RFC 9180, sections 4.1 and 5.1: what the labels of the KEM and of the whole suite begin with, by the numbers of section 7.
const VERSION = toUtf8('HPKE-v1');
const KEM_ID = concatBytes(toUtf8('KEM'), Uint8Array.of(0, 0x10));
const SUITE_ID = concatBytes(toUtf8('HPKE'), Uint8Array.of(0, 0x10, 0, 1, 0, 2));
const NOTHING = new Uint8Array(0);
const BASE_MODE = Uint8Array.of(0);
const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;

/** One HPKE message: the encapsulated key (65 bytes, uncompressed) and the ciphertext with its 16-byte tag. */
export interface HpkeMessage {
  readonly enc: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/**
 * Seals bytes to a public key: RFC 9180 base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, a fresh
 * ephemeral key, sequence number 0, aad = enc ‖ receiver key, both uncompressed (PROTOCOL.md, section 2).
 * @param plaintext copied before the first await, so a lent secret may be given
 * @param receiverPublicKey SEC1 bytes or hex
 * @param info ASCII
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export async function seal(
  plaintext: Uint8Array,
  receiverPublicKey: Uint8Array | string,
  info: string = HPKE_INFO,
): Promise<HpkeMessage> {
  const receiver = uncompressP256(receiverPublicKey, 'receiver public key');
  const own = copySecret(plaintext);
  try {
    const recipientPublicKey = await suite.kem.deserializePublicKey(receiver);
    const sender = await suite.createSenderContext({ recipientPublicKey, info: toUtf8(info) });
    const enc = new Uint8Array(sender.enc);
    // A whole ArrayBuffer, which the library takes as it is: of a view it makes a copy, and does not wipe it.
    return { enc, ciphertext: new Uint8Array(await sender.seal(own.buffer, concatBytes(enc, receiver))) };
  } finally {
    own.fill(0);
  }
}

/**
 * Opens what {@link seal} made. The key agreement is that of {@link curves}, and what is derived of it is wiped.
 * @param message `enc` may be compressed: bundles in base58 carry it so
 * @param privateKey the receiver's 32-byte scalar; used before the first await, so a lent secret may be given
 * @throws AppError `PRIVATE_KEY_INVALID`, `PUBLIC_KEY_INVALID` (enc is no point), `HPKE_OPEN_FAILED` (sealed to
 *   another key, with another info, or changed)
 */
export async function open(
  message: HpkeMessage,
  privateKey: Uint8Array,
  info: string = HPKE_INFO,
): Promise<Uint8Array> {
  const receiver = p256PublicKeyOf(privateKey);
  const enc = uncompressP256(message.enc, 'encapsulated key');
  const shared = curves().sharedP256(privateKey, enc);
  const { key, nonce } = scheduleKeys(shared, concatBytes(enc, receiver), toUtf8(info));
  shared.fill(0);
  try {
    const aead = new Aes256Gcm().createEncryptionContext(key);
    return new Uint8Array(await aead.open(nonce, message.ciphertext, concatBytes(enc, receiver)));
  } catch (cause) {
    throw protocolError('HPKE_OPEN_FAILED', { cause });
  } finally {
    key.fill(0);
  }
}

/**
 * The key and the first nonce of a message in base mode: RFC 9180, sections 4.1 (ExtractAndExpand) and 5.1 (KeySchedule).
 * @param shared the x coordinate of the key agreement
 * @param context both public keys, uncompressed
 */
function scheduleKeys(
  shared: Uint8Array,
  context: Uint8Array,
  info: Uint8Array,
): { key: Uint8Array<ArrayBuffer>; nonce: Uint8Array<ArrayBuffer> } {
  const kem = labels(KEM_ID);
  const agreed = kem.extract(NOTHING, 'eae_prk', shared);
  const secretOfKem = kem.expand(agreed, 'shared_secret', context, KEY_LENGTH);
  const suiteLabels = labels(SUITE_ID);
  const about = concatBytes(
    BASE_MODE,
    suiteLabels.extract(NOTHING, 'psk_id_hash', NOTHING),
    suiteLabels.extract(NOTHING, 'info_hash', info),
  );
  const secret = suiteLabels.extract(secretOfKem, 'secret', NOTHING);
  const key = suiteLabels.expand(secret, 'key', about, KEY_LENGTH);
  const nonce = suiteLabels.expand(secret, 'base_nonce', about, NONCE_LENGTH);
  for (const secretPart of [agreed, secretOfKem, secret]) secretPart.fill(0);
  return { key, nonce };
}

/** LabeledExtract and LabeledExpand of RFC 9180, section 4. */
function labels(id: Uint8Array): {
  extract: (salt: Uint8Array, label: string, material: Uint8Array) => Uint8Array;
  expand: (key: Uint8Array, label: string, info: Uint8Array, length: number) => Uint8Array<ArrayBuffer>;
} {
  return {
    extract: (salt, label, material) => {
      const labeled = concatBytes(VERSION, id, toUtf8(label), material);
      const extracted = extract(sha256, labeled, salt);
      labeled.fill(0);
      return extracted;
    },
    expand: (key, label, info, length) => {
      const labeled = concatBytes(Uint8Array.of(0, length), VERSION, id, toUtf8(label), info);
      const derived = expand(sha256, key, labeled, length);
      const own = copySecret(derived);
      derived.fill(0);
      return own;
    },
  };
}
