import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { decrypt } from 'ox/Keystore';
import { z } from 'zod';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { Secret } from '#protocol/secret.ts';
import { deriveByScrypt } from '../../vault/derive-by-scrypt.ts';
import { keyImportError, passphraseMissing, passphraseWrong } from './errors.ts';

const hex = z.string().regex(/^(?:[0-9a-fA-F]{2})+$/);
const count = z.int().positive();
// A file must not make this machine work for hours, or take all of its memory.
const MOST_MEMORY = 1 << 30;
const MOST_ROUNDS = 10_000_000;

const crypto = {
  cipher: z.literal('aes-128-ctr'),
  ciphertext: hex.length(64),
  cipherparams: z.object({ iv: hex.length(32) }),
  mac: hex.length(64),
};
const keystore = z.object({
  version: z.literal(3),
  address: z
    .string()
    .regex(/^(?:0x)?[0-9a-fA-F]{40}$/)
    .optional(),
  id: z.string().optional(),
  crypto: z.discriminatedUnion('kdf', [
    z.object({
      ...crypto,
      kdf: z.literal('scrypt'),
      kdfparams: z
        .object({ dklen: z.literal(32), n: count, r: count, p: count.max(16), salt: hex })
        .refine(({ n }) => n > 1 && Number.isInteger(Math.log2(n)), 'its cost is no power of two')
        .refine(({ n, r }) => 128 * n * r <= MOST_MEMORY, 'takes too much memory'),
    }),
    z.object({
      ...crypto,
      kdf: z.literal('pbkdf2'),
      kdfparams: z.object({
        dklen: z.literal(32),
        c: count.max(MOST_ROUNDS),
        prf: z.literal('hmac-sha256'),
        salt: hex,
      }),
    }),
  ]),
});
type Keystore = z.infer<typeof keystore>;

/** What a keystore holds. */
export interface OpenedKeystore {
  /** 32 bytes. */
  readonly privateKey: Secret;
  /** The address that the file names, lower-case hex without 0x; undefined where it names none. */
  readonly address: string | undefined;
}

/** Whether a text is meant as a Web3 keystore. */
export const isKeystore = (text: string): boolean => /^\s*\{[\s\S]*"crypto"/i.test(text);

/**
 * Opens a Web3 keystore (Web3 Secret Storage, version 3) with its passphrase: scrypt or PBKDF2, AES-128-CTR.
 * @throws AppError `KEYSTORE_INVALID`, `PASSPHRASE_MISSING`, `PASSPHRASE_WRONG`
 */
export async function openKeystore(text: string, passphrase: string | undefined): Promise<OpenedKeystore> {
  const file = readKeystore(text);
  if (passphrase === undefined || passphrase === '') throw passphraseMissing();
  const key = await deriveKey(file, passphrase);
  try {
    const { crypto: sealed, id = '' } = file;
    const bytes = decrypt({ version: 3, id, crypto: sealed }, `0x${toHex(key)}`, { as: 'Bytes' });
    return {
      privateKey: new Secret(bytes),
      address: file.address?.replace(/^0x/, '').toLowerCase(),
    };
  } catch {
    // The library refuses a MAC that does not hold, and nothing else.
    throw passphraseWrong();
  } finally {
    key.fill(0);
  }
}

const byPbkdf2 = promisify(pbkdf2);

/** The 32 bytes of which the first half decrypts and the second authenticates. */
function deriveKey({ crypto: sealed }: Keystore, passphrase: string): Promise<Uint8Array> {
  const password = passphrase.normalize('NFKC');
  const salt = fromHex(sealed.kdfparams.salt, 'salt');
  if (sealed.kdf === 'pbkdf2') {
    const { c, dklen } = sealed.kdfparams;
    return byPbkdf2(password, salt, c, dklen, 'sha256');
  }
  const { n: N, r, p, dklen: dkLen } = sealed.kdfparams;
  // The system's own refuses r = 1 together with the cost that keystores have.
  if (r === 1) return scryptAsync(password, salt, { N, r, p, dkLen, maxmem: 2 * MOST_MEMORY });
  return deriveByScrypt(password, salt, { N, r, p });
}

function readKeystore(text: string): Keystore {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('it is no JSON');
  }
  const parsed = keystore.safeParse(withLowerCaseCrypto(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}`);
}

/** Some programs write the member with a capital letter. */
function withLowerCaseCrypto(value: unknown): unknown {
  const parsed = z.looseObject({ Crypto: z.unknown() }).safeParse(value);
  return parsed.success && parsed.data.Crypto !== undefined
    ? { ...parsed.data, crypto: parsed.data.Crypto }
    : value;
}

const invalid = (why: string): AppError => keyImportError('KEYSTORE_INVALID.file', { why });
