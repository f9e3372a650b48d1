import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Secret } from '#protocol/secret.ts';

const derive = promisify<string | Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
let last: Promise<unknown> = Promise.resolve();

/**
 * Derives a key from a passphrase with scrypt (RFC 7914), in the thread pool. One at a time: a file can ask for 1 GiB of memory.
 * @param passphrase text, or UTF-8
 * @param cost N, r and p; the caller limits them
 * @returns 32 bytes; the caller wipes them
 */
export function deriveByScrypt(
  passphrase: string | Secret,
  salt: Uint8Array,
  { N, r, p }: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Uint8Array> {
  const run = (bytes: string | Uint8Array): Promise<Uint8Array> =>
    derive(bytes, salt, 32, { N, r, p, maxmem: 256 * r * (N + p + 8) });
  const key = last.then(() => (passphrase instanceof Secret ? passphrase.use(run) : run(passphrase)));
  last = key.catch(() => undefined);
  return key;
}
