import type { Clock } from '../../platform/clock.ts';
import type { SentRequestStore } from '../../storage/sent-requests.ts';

/** How long a request is kept after its end, and how many of them (docs/decisions/091-sent-requests.md). */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const MOST = 1_000;
const EVERY_MS = 60 * 60_000;

/** Forgets the bodies of requests that had their end long ago: now, and every hour. Nothing reads them any more. */
export function createRequestPruner(parts: {
  readonly requests: Pick<SentRequestStore, 'forgetAnswered'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}): { close(): Promise<void> } {
  const { requests, clock, onFault } = parts;
  let closed = false;
  let cancel = (): void => undefined;
  const round = async (): Promise<void> => {
    await requests.forgetAnswered({ beforeMs: clock.now() - KEPT_MS, most: MOST }).catch(onFault);
    if (!closed)
      cancel = clock.after(EVERY_MS, () => {
        last = round();
      });
  };
  let last = round();
  return {
    close: async () => {
      closed = true;
      cancel();
      await last;
    },
  };
}
