import { randomBytes } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { base64nopad } from '@scure/base';
import { type Identity, type Recipient, Stanza } from 'age-encryption';
import { toUtf8 } from '#protocol/encoding.ts';
import type { Secret } from '#protocol/secret.ts';
import { deriveByScrypt } from './derive-by-scrypt.ts';

const LABEL = toUtf8('age-encryption.org/v1/scrypt');
const SALT_BYTES = 16;
/** A file key of 16 bytes and its tag. */
const BODY_BYTES = 32;
/** age's own default, and the most that is opened: 1 GiB, as the library has it. */
const USUAL_WORK = 18;
const MOST_WORK = 20;
/** The key seals one file key, so that its nonce is never used twice. */
const NONCE = new Uint8Array(12);

async function withWrappingKey<T>(
  passphrase: Secret,
  salt: Uint8Array,
  work: number,
  use: (key: Uint8Array) => T,
): Promise<T> {
  const cost = { N: 2 ** work, r: 8, p: 1 };
  const key = await deriveByScrypt(passphrase, Buffer.concat([LABEL, salt]), cost);
  try {
    return use(key);
  } finally {
    key.fill(0);
  }
}

/**
 * Seals to a passphrase: age's scrypt recipient (age-encryption.org/v1). It must be the only recipient of its file.
 * @param passphrase UTF-8; the caller wipes it once the file is sealed
 * @param work base-2 logarithm of scrypt's cost
 */
export const passphraseRecipient = (passphrase: Secret, work = USUAL_WORK): Recipient => ({
  wrapFileKey: (fileKey) => {
    const salt = randomBytes(SALT_BYTES);
    return withWrappingKey(passphrase, salt, work, (key) => [
      new Stanza(
        ['scrypt', base64nopad.encode(salt), String(work)],
        chacha20poly1305(key, NONCE).encrypt(fileKey),
      ),
    ]);
  },
});

/**
 * Opens what was sealed to a passphrase. A stanza that is not as age writes it throws; a wrong passphrase opens nothing.
 * @param passphrase UTF-8; the caller wipes it once the file is opened
 */
export const passphraseIdentity = (passphrase: Secret): Identity => ({
  unwrapFileKey: async (stanzas) => {
    const [only, ...others] = stanzas;
    if (!stanzas.some(({ args: [type] }) => type === 'scrypt')) return null;
    const [, encodedSalt = '', digits = '', ...more] = only?.args ?? [];
    const body = only?.body ?? new Uint8Array();
    const isWhole = others.length === 0 && more.length === 0 && body.length === BODY_BYTES;
    const work = /^[1-9]\d?$/.test(digits) ? Number(digits) : Infinity;
    const salt = base64nopad.decode(encodedSalt);
    if (!isWhole || work > MOST_WORK || salt.length !== SALT_BYTES) throw new Error('invalid scrypt stanza');
    return withWrappingKey(passphrase, salt, work, (key) => {
      try {
        return chacha20poly1305(key, NONCE).decrypt(body);
      } catch {
        return null;
      }
    });
  },
});
