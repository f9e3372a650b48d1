import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { concatBytes } from '@noble/hashes/utils.js';
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
 * Opens what {@link seal} made.
 * @param message `enc` may be compressed: bundles in base58 carry it so
 * @param privateKey the receiver's 32-byte scalar; copied before the first await, so a lent secret may be given
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
  const own = copySecret(privateKey);
  try {
    const recipientKey = {
      privateKey: await suite.kem.deserializePrivateKey(own.buffer),
      publicKey: await suite.kem.deserializePublicKey(receiver),
    };
    const recipient = await suite.createRecipientContext({ recipientKey, enc, info: toUtf8(info) });
    return new Uint8Array(await recipient.open(message.ciphertext, concatBytes(enc, receiver)));
  } catch (cause) {
    throw protocolError('HPKE_OPEN_FAILED', { cause });
  } finally {
    own.fill(0);
  }
}
