import { randomBytes } from 'node:crypto';
import { Encrypter, armor } from 'age-encryption';
import { encrypt } from 'ox/Keystore';
import type { ExportFormat } from '#preload/contract/exports.ts';
import { fromUtf8, toHex, toUtf8 } from '#protocol/encoding.ts';
import { encodePrivateKey } from '#protocol/key-format.ts';
import { Secret } from '#protocol/secret.ts';
import { passphraseRecipient } from '../../vault/age-passphrase.ts';
import { deriveByScrypt } from '../../vault/derive-by-scrypt.ts';

/**
 * A plaintext as text: a private key in one of its forms (PROTOCOL.md, section 10), words and secrets as they are, or any
 * bytes as hex.
 * @throws AppError `KEY_FORMAT`, `UTF8_INVALID`
 */
export function writePlaintext(plaintext: Secret, format: ExportFormat): string {
  switch (format) {
    case 'MNEMONIC':
    case 'TEXT':
      return plaintext.use((bytes) => fromUtf8(bytes, 'plaintext'));
    case 'HEXADECIMAL':
      return plaintext.use(toHex);
    case 'SOLANA':
    case 'BITCOIN_MAINNET_WIF':
    case 'BITCOIN_TESTNET_WIF':
    case 'SUI_BECH32':
      return encodePrivateKey(plaintext, format);
  }
}

/**
 * Encrypts a text with a passphrase: an age file (age-encryption.org/v1, scrypt recipient), armored.
 * @param workFactor base-2 logarithm of scrypt's cost; age's own default when absent
 */
export async function writeAgeFile(text: string, passphrase: string, workFactor?: number): Promise<string> {
  const encrypter = new Encrypter();
  const secret = new Secret(toUtf8(passphrase));
  encrypter.addRecipient(passphraseRecipient(secret, workFactor));
  try {
    return armor.encode(await encrypter.encrypt(text));
  } finally {
    secret.wipe();
  }
}

/**
 * Encrypts an Ethereum key with a passphrase: Web3 Secret Storage, version 3 (scrypt, AES-128-CTR), as JSON.
 * @param privateKey 32 bytes
 * @param address named in the file, as other programs do, so that it can be told apart without opening it
 * @param n scrypt's cost; with r = 8 and p = 1 what other programs write and accept
 */
export async function writeKeystore(
  privateKey: Secret,
  address: string,
  passphrase: string,
  n = 1 << 18,
): Promise<string> {
  const salt = randomBytes(32);
  const cost = { r: 8, p: 1 };
  // The library's own derivation takes r = 1, which programs refuse together with a cost that high.
  const key = await deriveByScrypt(passphrase.normalize('NFKC'), salt, { ...cost, N: n });
  try {
    const keystore = privateKey.use((bytes) =>
      encrypt(bytes, toHexKey(key), {
        kdf: 'scrypt',
        kdfparams: { dklen: key.length, n, ...cost, salt: toHex(salt) },
        iv: Uint8Array.from(randomBytes(16)),
      }),
    );
    return JSON.stringify({ address: address.replace(/^0x/, '').toLowerCase(), ...keystore }, null, 2);
  } finally {
    key.fill(0);
  }
}

const toHexKey = (key: Uint8Array): `0x${string}` => `0x${toHex(key)}`;
