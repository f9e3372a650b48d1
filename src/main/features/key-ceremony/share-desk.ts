import type { CeremonyShares } from '#preload/contract/key-ceremonies.ts';
import type { Secret } from '#protocol/secret.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import {
  type KeyBackups,
  type ShareCollector,
  type ShareRound,
  backupWay,
  createShareCollector,
  createShareRound,
} from '../key-backup/module.ts';
import { ceremonyError } from './errors.ts';

/** Whose shares they are, and of which ceremony, by its number in hex. */
interface Owner {
  readonly id: string;
  readonly name: string;
}

/** How many shares there are, and how many make the key. */
interface ShareShape {
  readonly threshold: number;
  readonly count: number;
}

/** The shares that are being written down or typed: one set of each at a time, for a while, and never past a lock. */
export interface ShareDesk {
  writing(): CeremonyShares | null;
  trying(): CeremonyShares | null;
  /**
   * Lends the key to a backup on paper, and resolves once its first share can be seen.
   * @throws AppError `CEREMONY_SHARES.busy`, `SHARE_COUNT_INVALID`, and those of lending
   */
  begin(owner: Owner, publicKey: string, shape: ShareShape): Promise<void>;
  /** @throws AppError `CEREMONY_SHARES` */
  reveal(): { words: string[]; hidesAtMs: number };
  /**
   * Takes words that were typed back.
   * @returns what was written down, once all shares were typed back; undefined before
   * @throws AppError `CEREMONY_SHARES`, `SHARE_MALFORMED`
   */
  check(words: readonly string[]): Promise<(Owner & ShareShape) | undefined>;
  /** Ends a backup that isn’t finished; its papers are worth nothing. */
  stop(): Promise<void>;
  /**
   * Takes a share of a trial.
   * @returns the key, to be wiped by whoever asked, once there are enough; undefined before @throws AppError of the shares
   */
  add(owner: Owner, words: readonly string[]): Secret | undefined;
  stopTrial(): void;
  /** Wipes everything. Resolves when the journal has the end of what was written down. */
  reset(): Promise<void>;
  idle(): Promise<void>;
}

interface Writing {
  readonly owner: Owner;
  readonly shape: ShareShape;
  readonly round: ShareRound;
  readonly wipesAtMs: number;
  readonly settle: (isDone: boolean) => void;
}
interface Trying {
  readonly owner: Owner;
  readonly collector: ShareCollector;
  readonly wipesAtMs: number;
  readonly cancel: () => void;
}

export function createShareDesk(parts: {
  readonly backups: Pick<KeyBackups, 'lend'>;
  readonly clock: Clock;
  readonly timing: Pick<Timing, 'sharesMs' | 'shareRevealMs'>;
  readonly onChange: () => void;
}): ShareDesk {
  const { backups, clock, timing, onChange } = parts;
  let isBegun = false;
  let turn = 0;
  let writing: Writing | null = null;
  let trying: Trying | null = null;
  /** The end of the backup that is being written down: whether all of it was typed back. */
  let ended: Promise<boolean> = Promise.resolve(false);

  /** Wipes what is over by the clock: a machine that slept wakes before its timers. */
  const expire = (): void => {
    if (writing !== null && clock.now() >= writing.wipesAtMs) {
      writing.settle(false);
      writing = null;
    }
    if (trying !== null && clock.now() >= trying.wipesAtMs) stopTrial();
  };
  const current = (): Writing => {
    expire();
    if (writing === null) throw ceremonyError('CEREMONY_SHARES.none');
    return writing;
  };
  const finish = async (isDone: boolean): Promise<boolean> => {
    writing?.settle(isDone);
    return ended;
  };
  const idle = async (): Promise<void> => {
    await ended.catch(() => undefined);
  };
  const stopTrial = (): void => {
    if (trying === null) return;
    trying.cancel();
    trying.collector.wipe();
    trying = null;
    onChange();
  };
  /** Splits a key that is lent, and waits until its shares were typed back or wiped. */
  const write = async (
    key: Secret,
    owner: Owner,
    shape: ShareShape,
    onBegun: () => void,
  ): Promise<boolean> => {
    const round = createShareRound(key, shape);
    let cancel = (): void => undefined;
    try {
      const isDone = await new Promise<boolean>((settle) => {
        cancel = clock.after(timing.sharesMs, () => settle(false));
        writing = { owner, shape, round, settle, wipesAtMs: clock.now() + timing.sharesMs };
        onChange();
        onBegun();
      });
      return isDone && round.makes(key);
    } finally {
      cancel();
      round.wipe();
      writing = null;
      onChange();
    }
  };

  return {
    writing: () => {
      expire();
      if (writing === null) return null;
      const { owner, round, wipesAtMs } = writing;
      return { ...owner, done: round.done(), count: round.count, wipesAtMs };
    },
    trying: () => {
      expire();
      if (trying === null) return null;
      const { owner, collector, wipesAtMs } = trying;
      return { ...owner, done: collector.given(), count: collector.needed(), wipesAtMs };
    },
    begin: async (owner, publicKey, shape) => {
      if (isBegun) throw ceremonyError('CEREMONY_SHARES.busy');
      isBegun = true;
      const mine = turn;
      await new Promise<void>((resolve, reject) => {
        ended = backups
          .lend(publicKey, backupWay({ kind: 'paper', ...shape }), async (key) => ({
            // Locked while the keychain was asked.
            isDone: turn === mine && (await write(key, owner, shape, resolve)),
          }))
          .then(({ isDone }) => isDone)
          .finally(() => (isBegun = false));
        ended.then(() => reject(ceremonyError('CEREMONY_SHARES.unfinished')), reject);
      });
    },
    reveal: () => ({
      words: current().round.words(),
      hidesAtMs: Math.min(clock.now() + timing.shareRevealMs, current().wipesAtMs),
    }),
    check: async (words) => {
      const { owner, shape, round } = current();
      const { isRight, fault } = round.check(words);
      if (!isRight && round.isSpent()) {
        await finish(false);
        throw ceremonyError('CEREMONY_SHARES.spent');
      }
      if (!isRight) throw fault ?? ceremonyError('CEREMONY_SHARES.wrong');
      onChange();
      if (round.done() < round.count) return undefined;
      if (!(await finish(true))) throw ceremonyError('CEREMONY_SHARES.unfinished');
      return { ...owner, ...shape };
    },
    stop: async () => {
      if (writing !== null) await finish(false);
    },
    add: (owner, words) => {
      expire();
      if (trying !== null && (trying.owner.id !== owner.id || trying.owner.name !== owner.name)) stopTrial();
      trying ??= {
        owner,
        collector: createShareCollector(),
        wipesAtMs: clock.now() + timing.sharesMs,
        cancel: clock.after(timing.sharesMs, stopTrial),
      };
      const { collector } = trying;
      try {
        collector.add(words);
        if (collector.given() < (collector.needed() ?? 1)) return undefined;
      } finally {
        onChange();
      }
      try {
        return collector.join();
      } finally {
        stopTrial();
      }
    },
    stopTrial,
    reset: async () => {
      turn += 1;
      stopTrial();
      writing?.settle(false);
      await idle();
    },
    idle,
  };
}
