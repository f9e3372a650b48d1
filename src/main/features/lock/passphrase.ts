import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
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
  /** Whose try it was: another program's count is never taken for one's own. */
  by: z.string().default(''),
});
const TRIES_ITEM = 'user-verification-tries';
/** In its first minute a program waits out a pause of before, up to so long: whoever sets the clock forward can restart it as well. */
const START_PAUSE_MS = 60_000;

/**
 * Checks passphrases, with a pause after wrong ones that neither a restart nor a kill nor a clock set back ends, nor another console
 * of this user. A clock set forward and a restart shorten it to a minute.
 */
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
  let pauseEndsMs = 0;
  let stopPause: (() => void) | null = null;
  let isStarting = true;
  clock.after(START_PAUSE_MS, () => (isStarting = false));
  /** The count as this program wrote it, or looked at it, last; undefined for never. */
  let own: string | null | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const parse = (text: string | null): z.infer<typeof tries> => {
    if (text === null) return { failures: 0, atMs: clock.now(), by: '' };
    try {
      return tries.parse(JSON.parse(text));
    } catch {
      // Somebody else wrote it: as if many had failed just now.
      return { failures: FREE + 8, atMs: clock.now(), by: '' };
    }
  };
  const write = async (failures: number): Promise<void> => {
    own = JSON.stringify({ failures, atMs: clock.now(), by: randomUUID() });
    await keychain.replace(TRIES_ITEM, own);
  };
  const pause = (ms: number): void => {
    if (ms <= 0) return;
    stopPause?.();
    pauseEndsMs = clock.now() + ms;
    stopPause = clock.after(ms, () => (stopPause = null));
  };
  const blocked = () => {
    const leftMs = Math.max(1_000, pauseEndsMs - clock.now());
    const seconds = Math.ceil(Math.min(leftMs, LONGEST_PAUSE_MS) / 1000);
    const inSeconds = seconds === 1 ? '1 second' : `${seconds} seconds`;
    const wait = seconds < 120 ? inSeconds : `${Math.ceil(seconds / 60)} minutes`;
    return lockError('PASSPHRASE_BLOCKED', { wait });
  };
  /** What is left of the pause after tries of another program, or of an earlier run: of them only the wall clock is known. */
  const pauseOfOthers = ({ failures, atMs }: z.infer<typeof tries>): number => {
    const whole = pauseAfter(failures);
    const passedMs = clock.now() - atMs;
    // Set back, it counts as if the try had been just now.
    const left = passedMs < 0 ? whole : whole - passedMs;
    return isStarting ? Math.max(left, Math.min(whole, START_PAUSE_MS)) : left;
  };

  const attempt = async (verifier: PassphraseVerifier, passphrase: Secret): Promise<void> => {
    const text = await keychain.get(TRIES_ITEM);
    const found = parse(text);
    if (text !== own && stopPause === null) {
      pause(pauseOfOthers(found));
      // What was looked at once runs by timers from now on.
      own = text;
    }
    if (stopPause !== null) throw blocked();
    const { failures } = found;
    // Counted before it is known: who ends the program in between has had this try.
    await write(failures + 1);
    const { salt, m, t, p } = verifier;
    const made = await passphrase.use((bytes) => hash(bytes, fromHex(salt), { m, t, p }));
    // Another console tried at the same time, and both counted as one: none of them is told whether it was right.
    if ((await keychain.get(TRIES_ITEM)) !== own) {
      pause(pauseAfter(failures + 2));
      throw blocked();
    }
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
      stopPause?.();
      stopPause = null;
    },
  };
}
