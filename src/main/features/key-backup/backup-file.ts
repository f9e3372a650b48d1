import { Decrypter, Encrypter, armor } from 'age-encryption';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import { Secret, secretBytes } from '#protocol/secret.ts';
import { type ApiKeyCurve, apiPublicKeyOf } from '#protocol/stamp.ts';
import { passphraseIdentity, passphraseRecipient } from '../../vault/age-passphrase.ts';
import { backupError } from './errors.ts';

/** Whom a backup is sealed to. Secrets are UTF-8, and wiped by whoever asked. */
export type BackupSeal =
  | { readonly passphrase: Secret }
  /** age recipients, which are public (`age1…`). */
  | { readonly recipients: readonly string[] };
/** What opens it: the passphrase, or an identity’s text (`AGE-SECRET-KEY-1…`). */
export type BackupOpener = { readonly passphrase: Secret } | { readonly identity: Secret };

/** Shorter ones are guessed: whoever has the file can try for as long as they like. */
const SHORTEST = 12;
/** The two highest bits of a byte of UTF-8 that begins no character. */
const CONTINUATION = 0b10;
/** The string that the library asks for: made as late as can be, kept by nobody here, and not to be wiped (SECURITY.md). */
const stringFor = (secret: Secret): string => secret.use((bytes) => fromUtf8(bytes, 'identity'));
const DIGITS = toUtf8('0123456789abcdef');
const SUFFIX: Record<ApiKeyCurve, string> = {
  API_KEY_CURVE_P256: ':p256',
  API_KEY_CURVE_SECP256K1: ':secp256k1',
  API_KEY_CURVE_ED25519: ':ed25519',
};

/**
 * Seals a key into an age file (age-encryption.org/v1), armored. Inside is one line as the vendor’s command line writes keys: 64
 * hex digits, a colon, the curve. Any age opens it, and this console imports what comes out.
 * @param key 32 private bytes; left as they are
 * @param workFactor base-2 logarithm of scrypt’s cost; age’s own default when absent
 * @throws AppError `BACKUP_RECIPIENT_INVALID`, `BACKUP_PASSPHRASE_SHORT`, `UTF8_INVALID`
 */
export async function sealBackup(
  key: Secret,
  curve: ApiKeyCurve,
  seal: BackupSeal,
  workFactor?: number,
): Promise<string> {
  const encrypter = new Encrypter();
  if ('passphrase' in seal) {
    const characters = seal.passphrase.use(
      (bytes) => bytes.filter((byte) => byte >> 6 !== CONTINUATION).length,
    );
    if (characters < SHORTEST) throw backupError('BACKUP_PASSPHRASE_SHORT', { shortest: SHORTEST });
    encrypter.addRecipient(passphraseRecipient(seal.passphrase, workFactor));
  } else
    for (const [n, recipient] of seal.recipients.entries())
      try {
        encrypter.addRecipient(recipient);
      } catch {
        // Not repeated: it may be an identity that was typed in its place.
        throw backupError('BACKUP_RECIPIENT_INVALID', { position: n + 1 });
      }
  const line = key.use((bytes) => {
    const suffix = toUtf8(`${SUFFIX[curve]}\n`);
    const text = secretBytes(2 * bytes.length + suffix.length);
    bytes.forEach((byte, n) => {
      text[2 * n] = DIGITS[byte >> 4] ?? 0;
      text[2 * n + 1] = DIGITS[byte & 15] ?? 0;
    });
    text.set(suffix, 2 * bytes.length);
    return text;
  });
  try {
    return armor.encode(await encrypter.encrypt(line));
  } finally {
    line.fill(0);
  }
}

/**
 * Opens a backup.
 * @param file the bytes of the armored age file
 * @returns the key, wiped by whoever asked @throws AppError `BACKUP_UNREADABLE`
 */
export async function openBackup(file: Uint8Array, opener: BackupOpener): Promise<Secret> {
  let line: Uint8Array;
  try {
    const decrypter = new Decrypter();
    if ('passphrase' in opener) decrypter.addIdentity(passphraseIdentity(opener.passphrase));
    else for (const identity of identitiesIn(stringFor(opener.identity))) decrypter.addIdentity(identity);
    line = await decrypter.decrypt(armor.decode(fromUtf8(file, 'backup')));
  } catch {
    // The library says which in words alone, and may repeat what it was given.
    throw backupError('BACKUP_UNREADABLE.closed');
  }
  try {
    return readLine(line);
  } finally {
    line.fill(0);
  }
}

/**
 * Whether a file opens with what it was sealed to, and holds this key. One that is sealed to others opens for them alone.
 * @param of the key by its public half: the private one need not be in memory any more
 * @throws AppError `BACKUP_UNREADABLE`
 */
export async function isBackupOf(
  file: Uint8Array,
  seal: BackupSeal,
  of: { readonly publicKey: string; readonly curve: ApiKeyCurve },
): Promise<boolean> {
  if (!('passphrase' in seal)) return true;
  const again = await openBackup(file, seal);
  try {
    return again.use((bytes) => apiPublicKeyOf(of.curve, bytes)) === of.publicKey;
  } finally {
    again.wipe();
  }
}

/** An identity file has comments (`age-keygen`). */
const identitiesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' || line.startsWith('#') ? [] : [line.trim()]));

/** Reads the line without making a string of its digits. */
function readLine(line: Uint8Array): Secret {
  const suffixes = Object.values(SUFFIX).map((each) => toUtf8(`${each}\n`));
  const tail = line.subarray(64);
  const isKnown = suffixes.some(
    (each) => each.length === tail.length && each.every((byte, n) => byte === tail[n]),
  );
  const values = Array.from(line.subarray(0, 64), (digit) => DIGITS.indexOf(digit));
  if (!isKnown || values.length !== 64 || values.includes(-1)) throw backupError('BACKUP_UNREADABLE.content');
  const key = secretBytes(32);
  for (let n = 0; n < 32; n += 1) key[n] = ((values[2 * n] ?? 0) << 4) | (values[2 * n + 1] ?? 0);
  values.fill(0);
  return new Secret(key);
}
