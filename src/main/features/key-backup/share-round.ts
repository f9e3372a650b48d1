import { randomBytes } from 'node:crypto';
import { AppError } from '#protocol/error.ts';
import { SHARE_WORDS } from '#protocol/keys/shares/share-words.ts';
import {
  type ShareIndices,
  checkShare,
  joinShares,
  readShareWords,
  splitToShares,
} from '#protocol/keys/shares/slip39.ts';
import type { Secret } from '#protocol/secret.ts';

/** How often a share may be typed back before the backup is given up. */
const TRIES = 3;
const drawn = (length: number): Uint8Array => Uint8Array.from(randomBytes(length));
const isSame = (one: ArrayLike<number>, other: ArrayLike<number>): boolean =>
  one.length === other.length && Array.from(one).every((each, n) => each === other[n]);

/** What came of words that were typed back. */
export interface TypedBack {
  readonly isRight: boolean;
  /** Why they are no share at all, where they aren't. */
  readonly fault?: AppError;
}

/** A key on its way onto paper: one share after the other, each typed back before the next one is there to be seen. */
export interface ShareRound {
  /** How many shares there are. */
  readonly count: number;
  /** How many were typed back. */
  done(): number;
  /** Whether one was mistyped so often that this backup is over. */
  isSpent(): boolean;
  /** The words of the share whose turn it is, and of no other one; empty where all were typed back. */
  words(): string[];
  /** Compares what was typed with the share whose turn it is. @param typed words, whole or their first four letters */
  check(typed: readonly string[]): TypedBack;
  /** Whether all shares were typed back, and what was typed makes this key. */
  makes(key: Secret): boolean;
  wipe(): void;
}

/**
 * Splits a key into shares.
 * @param key left as it is @throws AppError `SHARE_COUNT_INVALID`
 */
export function createShareRound(
  key: Secret,
  shape: { readonly threshold: number; readonly count: number },
): ShareRound {
  const shares = splitToShares(key, shape, drawn);
  const typed: ShareIndices[] = [];
  let tries = 0;
  const turn = (): ShareIndices | undefined => shares[typed.length];
  const compare = (words: readonly string[]): TypedBack => {
    let back: ShareIndices;
    try {
      back = readShareWords(words);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { isRight: false, fault: error };
    }
    const share = turn();
    if (share !== undefined && isSame(back, share)) {
      typed.push(back);
      tries = 0;
      return { isRight: true };
    }
    try {
      checkShare(back);
      return { isRight: false };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { isRight: false, fault: error };
    } finally {
      back.fill(0);
    }
  };
  return {
    count: shares.length,
    done: () => typed.length,
    isSpent: () => tries >= TRIES,
    // Each word is one of the list: no text of the whole share is made.
    words: () => Array.from(turn() ?? [], (at) => SHARE_WORDS[at] ?? ''),
    check: (words) => {
      tries += 1;
      return compare(words);
    },
    makes: (key) => {
      if (typed.length < shares.length) return false;
      const again = joinShares(typed.slice(0, shape.threshold));
      const holds = again.use((one) => key.use((other) => isSame(one, other)));
      again.wipe();
      return holds;
    },
    wipe: () => {
      for (const share of [...shares, ...typed]) share.fill(0);
      // Nothing is left whose words could be asked for.
      shares.length = 0;
      typed.length = 0;
    },
  };
}

/** Shares that somebody types to have the key back. */
export interface ShareCollector {
  given(): number;
  /** How many make the key; null before the first one says so. */
  needed(): number | null;
  /** Takes a share. @param words whole, or their first four letters @throws AppError `SHARE_MALFORMED` */
  add(words: readonly string[]): void;
  /** The key, once there are enough; the shares are wiped. @throws AppError `SHARES_DIFFER`, `SHARE_TWICE`, `SHARES_TOO_FEW` … */
  join(): Secret;
  wipe(): void;
}

/** Collects shares. */
export function createShareCollector(): ShareCollector {
  const typed: ShareIndices[] = [];
  let needed: number | null = null;
  const wipe = (): void => {
    for (const share of typed) share.fill(0);
    typed.length = 0;
    needed = null;
  };
  return {
    given: () => typed.length,
    needed: () => needed,
    add: (words) => {
      const share = readShareWords(words);
      try {
        needed = checkShare(share).needed;
      } catch (error) {
        share.fill(0);
        throw error;
      }
      typed.push(share);
    },
    join: () => {
      try {
        return joinShares(typed);
      } finally {
        wipe();
      }
    },
    wipe,
  };
}
