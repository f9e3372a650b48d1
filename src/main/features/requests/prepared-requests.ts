import type { Clock } from '../../platform/clock.ts';
import { requestError } from './errors.ts';
import type { Prepared } from './prepare.ts';

/** More previews than anybody has open; the oldest goes first. */
const KEPT = 50;

/** Prepared requests by their preview's id, until they are reviewed, discarded or too old. */
export interface PreparedRequests {
  keep(prepared: Prepared): void;
  /** Takes one out, for one review. @throws AppError `PREVIEW_UNKNOWN`, `PREVIEW_EXPIRED` */
  take(id: string): Prepared;
  discard(id: string): void;
  clear(): void;
}

export function createPreparedRequests(clock: Clock): PreparedRequests {
  const kept = new Map<string, Prepared>();
  const drop = (id: string): void => {
    kept.get(id)?.followUp?.onAbandoned();
    kept.delete(id);
  };
  return {
    keep: (prepared) => {
      const [oldest] = kept.keys();
      if (kept.size >= KEPT && oldest !== undefined) drop(oldest);
      kept.set(prepared.id, prepared);
    },
    take: (id) => {
      const prepared = kept.get(id);
      kept.delete(id);
      if (prepared === undefined) {
        throw requestError('PREVIEW_UNKNOWN');
      }
      if (clock.now() >= prepared.preview.expiresAtMs) {
        prepared.followUp?.onAbandoned();
        throw requestError('PREVIEW_EXPIRED');
      }
      return prepared;
    },
    discard: drop,
    clear: () => {
      for (const id of [...kept.keys()]) drop(id);
    },
  };
}
