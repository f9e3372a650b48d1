import { randomBytes, timingSafeEqual } from 'node:crypto';
import { argon2idAsync } from '@noble/hashes/argon2.js';
import { z } from 'zod';
import { SHORTEST_PASSPHRASE } from '#preload/contract/lock-limits.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keychain } from '../../vault/keychain.ts';
import { lockError } from './errors.ts';

/** Argon2id (RFC 9106, section 4: the second recommended option, with one lane): memory in KiB, passes, lanes. */
export const COST = { m: 64 * 1024, t: 3, p: 1 } as const;
/** The costliest verifier that is computed: an item that somebody else wrote does not keep the program busy. */
const DEAREST = { m: 256 * 1024, t: 10, p: 4 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** What is kept of a passphrase: its salt and hash as hex, and what the hash cost. */
export const passphraseVerifier = z.strictObject({
  method: z.literal('passphrase'),
  salt: hex(SALT_BYTES),
  hash: hex(HASH_BYTES),
  m: z.number().int().min(COST.m).max(DEAREST.m),
  t: z.number().int().min(COST.t).max(DEAREST.t),
  p: z.number().int().min(1).max(DEAREST.p),
});
export type PassphraseVerifier = z.infer<typeof passphraseVerifier>;

/** Derives a hash of 32 bytes; gives up the thread every few milliseconds. */
export type Derive = (
  passphrase: Uint8Array,
  salt: Uint8Array,
  cost: { readonly m: number; readonly t: number; readonly p: number },
) => Promise<Uint8Array>;

const derive: Derive = (passphrase, salt, { m, t, p }) =>
  argon2idAsync(passphrase, salt, { m, t, p, dkLen: HASH_BYTES, asyncTick: 10 });

/**
 * A typed passphrase as bytes: the same text gives the same bytes on every keyboard (Unicode NFKC, UTF-8).
 * @throws AppError `PASSPHRASE_TOO_SHORT`: its length is judged, not which characters it has
 */
export function readPassphrase(typed: string, isNew: boolean): Secret {
  const text = typed.normalize('NFKC');
  if (isNew && Array.from(text).length < SHORTEST_PASSPHRASE)
    throw lockError('PASSPHRASE_TOO_SHORT', { shortest: String(SHORTEST_PASSPHRASE) });
  const encoded = new TextEncoder().encode(text);
  const own = copySecret(encoded);
  encoded.fill(0);
  return new Secret(own);
}

/** Makes the verifier of a new passphrase, and wipes the passphrase. */
export async function makeVerifier(passphrase: Secret, hash: Derive = derive): Promise<PassphraseVerifier> {
  const salt = Uint8Array.from(randomBytes(SALT_BYTES));
  try {
    const made = await passphrase.use((bytes) => hash(bytes, salt, COST));
    return { method: 'passphrase', salt: toHex(salt), hash: toHex(made), ...COST };
  } finally {
    passphrase.wipe();
  }
}

/** So many tries are wrong without a pause: fingers slip. */
const FREE = 3;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/** How long nothing is tried after so many wrong ones in a row, in ms. */
export const pauseAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, failures - FREE));

const tries = z.strictObject({
  failures: z.number().int().min(0).max(1_000_000),
  /** When the last one was counted, in ms since the epoch. */
  atMs: z.number(),
});
const TRIES_ITEM = 'user-verification-tries';

/** Checks passphrases, with a pause after wrong ones that neither a restart nor a kill nor a clock set back shortens. */
export interface PassphraseCheck {
  /**
   * Resolves for the right one.
   * @throws AppError `UNLOCK_PASSPHRASE_WRONG`, `PASSPHRASE_BLOCKED`; KeychainError: what cannot be counted is not tried
   */
  verify(verifier: PassphraseVerifier, passphrase: Secret): Promise<void>;
  /** Forgets the count: another method or passphrase was set up. */
  reset(): Promise<void>;
}

export function createPassphraseCheck(
  keychain: Pick<Keychain, 'get' | 'replace'>,
  clock: Clock,
  hash: Derive = derive,
): PassphraseCheck {
  // What runs since this program's start is measured by timers, which no wall clock moves.
  let isPausing = false;
  let pauseEndsMs = 0;
  let isSeen = false;
  let queue: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<z.infer<typeof tries>> => {
    const text = await keychain.get(TRIES_ITEM);
    if (text === null) return { failures: 0, atMs: clock.now() };
    try {
      return tries.parse(JSON.parse(text));
    } catch {
      // Somebody else wrote it: as if many had failed just now.
      return { failures: FREE + 8, atMs: clock.now() };
    }
  };
  const write = (failures: number): Promise<void> =>
    keychain.replace(TRIES_ITEM, JSON.stringify({ failures, atMs: clock.now() }));
  const pause = (ms: number): void => {
    if (ms <= 0) return;
    isPausing = true;
    pauseEndsMs = clock.now() + ms;
    clock.after(ms, () => (isPausing = false));
  };
  const blocked = () => {
    const leftMs = Math.max(1_000, pauseEndsMs - clock.now());
    const seconds = Math.ceil(Math.min(leftMs, LONGEST_PAUSE_MS) / 1000);
    const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    return lockError('PASSPHRASE_BLOCKED', { wait });
  };

  const attempt = async (verifier: PassphraseVerifier, passphrase: Secret): Promise<void> => {
    const { failures, atMs } = await read();
    if (!isSeen) {
      isSeen = true;
      // Of an earlier run only the wall clock is known. Set back, it counts as if the try had been just now.
      const passedMs = clock.now() - atMs;
      pause(passedMs < 0 ? pauseAfter(failures) : pauseAfter(failures) - passedMs);
    }
    if (isPausing) throw blocked();
    // Counted before it is known: who ends the program in between has had this try.
    await write(failures + 1);
    const { salt, m, t, p } = verifier;
    const made = await passphrase.use((bytes) => hash(bytes, fromHex(salt), { m, t, p }));
    if (!timingSafeEqual(made, fromHex(verifier.hash))) {
      pause(pauseAfter(failures + 1));
      throw lockError('UNLOCK_PASSPHRASE_WRONG');
    }
    await write(0);
  };

  return {
    verify: (verifier, passphrase) => {
      // One at a time: two at once would count as one.
      const done = queue.then(() => attempt(verifier, passphrase)).finally(() => passphrase.wipe());
      queue = done.catch(() => undefined);
      return done;
    },
    reset: async () => {
      await write(0);
      isPausing = false;
      isSeen = true;
    },
  };
}
