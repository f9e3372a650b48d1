import { type Timing, sleep } from '../platform/clock.ts';
import type { Answer, Pauses } from './exchange.ts';

/** What an answer says of the rate. */
export interface PacedAnswer extends Pick<Answer, 'retryAfterMs' | 'rateIntervalMs'> {
  /** Whether the request was refused for its rate. */
  readonly isTooFast: boolean;
}

/** Keeps what one console sends to a place within the rate that the place allows. */
export interface RequestPace {
  /** Waits until the next request may go there; in the order in which they asked. At once where no limit is known. */
  turn(baseUrl: string): Promise<void>;
  /** How long the next request waits there for its turn, in ms. */
  waitMs(baseUrl: string): number;
  /** Learns from an answer how fast requests may go there. */
  onAnswer(sent: { readonly baseUrl: string; readonly sentMs: number }, answer: PacedAnswer): void;
}

interface Queue {
  /** Between two requests, in ms. */
  intervalMs: number;
  /** Whether the service said so; what was guessed is tried to be shortened. */
  isSaid: boolean;
  /** Whether no guess was too short so far. */
  isFirst: boolean;
  /** When the next request may go, and when that was said, in ms since the epoch. */
  nextMs: number;
  setMs: number;
  /** Answers since the last refusal. */
  calm: number;
  /** When a refusal last slowed it down, in ms since the epoch. */
  slowedMs: number;
  /** How many wait for their turn. */
  waiting: number;
  last: Promise<void>;
}

/** After so many answers without a refusal, a guessed interval is shortened by a quarter; halved until one was too short. */
const CALM = 10;
const FIRST_CALM = 5;
/** At this guessed interval, requests are no longer paced. */
const SHORTEST_MS = 2;
/** No interval is longer, whatever a service says. */
const LONGEST_MS = 10_000;
/** Below this interval, a request may go early by as much as the one before it was late, up to `LATE_MS`. */
const SHORT_MS = 100;
const LATE_MS = 20;

/**
 * Makes the queues, one for each origin: hosted plans count the requests of an address together (PROTOCOL.md, section 7).
 * A service that answers 429 without naming its limit is asked once in `paceMs`, and by and by more often again.
 */
export function createRequestPace({
  clock,
  timing,
  closed,
}: Pick<Pauses, 'clock' | 'closed'> & {
  readonly timing: Pick<Timing, 'paceMs' | 'retryForMs'>;
}): RequestPace {
  const queues = new Map<string, Queue>();

  const waitFor = (queue: Queue, ms: number): void => {
    queue.setMs = clock.now();
    queue.nextMs = queue.setMs + ms;
  };
  // A clock that was set back meanwhile says nothing of how long it still is.
  const leftMs = ({ nextMs, setMs }: Queue): number => (clock.now() < setMs ? 0 : nextMs - clock.now());
  const gapMs = ({ intervalMs, isSaid }: Queue): number =>
    intervalMs > SHORTEST_MS || isSaid ? intervalMs : 0;
  const wait = async (queue: Queue, askedMs: number): Promise<void> => {
    for (let ms = leftMs(queue); ms > 0 && closed?.aborted !== true; ms = leftMs(queue))
      await sleep(clock, ms, closed);
    const gap = gapMs(queue);
    // Timers fire late. Only short intervals make up for it: after a long one, the service could refuse an early request.
    // Idle time isn't lateness.
    const overdueMs = Math.min(-leftMs(queue), Math.max(clock.now() - askedMs, 0));
    const lateMs = gap < SHORT_MS ? Math.min(overdueMs, LATE_MS) : 0;
    waitFor(queue, gap - lateMs);
    queue.waiting -= 1;
  };

  const lengthen = (queue: Queue): void => {
    if (queue.intervalMs === 0) {
      queue.intervalMs = timing.paceMs;
      return;
    }
    queue.intervalMs = Math.min(queue.intervalMs * (queue.isFirst ? 2 : 1.5), LONGEST_MS);
    queue.isFirst = false;
  };

  const slowDown = (origin: string, sentMs: number, retryAfterMs: number): void => {
    const queue = queues.get(origin) ?? newQueue();
    queues.set(origin, queue);
    // Requests that were under way together are refused together: the others say nothing new.
    const isNew = sentMs > queue.slowedMs || queue.slowedMs > clock.now() || queue.intervalMs === 0;
    if (isNew) {
      queue.slowedMs = clock.now();
      if (!queue.isSaid) lengthen(queue);
    }
    queue.calm = 0;
    // Where it asks for more than anybody waits, the next request is told so at once.
    const asked = retryAfterMs > timing.retryForMs ? 0 : retryAfterMs;
    waitFor(queue, Math.max(leftMs(queue), queue.intervalMs, asked));
  };

  // However short, the queue stays: those that wait in it would go on by its pace beside another one.
  const speedUp = (queue: Queue): void => {
    queue.calm += 1;
    const { calm, factor } = queue.isFirst ? { calm: FIRST_CALM, factor: 0.5 } : { calm: CALM, factor: 0.75 };
    if (queue.isSaid || queue.calm % calm !== 0) return;
    queue.intervalMs = Math.max(queue.intervalMs * factor, SHORTEST_MS);
  };

  return {
    turn: (baseUrl) => {
      const queue = queues.get(new URL(baseUrl).origin);
      if (queue === undefined) return Promise.resolve();
      queue.waiting += 1;
      const askedMs = clock.now();
      queue.last = queue.last.then(() => wait(queue, askedMs));
      return queue.last;
    },
    waitMs: (baseUrl) => {
      const queue = queues.get(new URL(baseUrl).origin);
      return queue === undefined ? 0 : Math.max(leftMs(queue), 0) + queue.waiting * gapMs(queue);
    },
    onAnswer: ({ baseUrl, sentMs }, { isTooFast, retryAfterMs, rateIntervalMs }) => {
      const { origin } = new URL(baseUrl);
      const known = queues.get(origin);
      if (rateIntervalMs !== undefined) {
        const queue = known ?? newQueue();
        queue.intervalMs = Math.min(rateIntervalMs, LONGEST_MS);
        queue.isSaid = true;
        // The request that was answered counts as well.
        if (known === undefined) waitFor(queue, queue.intervalMs);
        queues.set(origin, queue);
      }
      if (isTooFast) slowDown(origin, sentMs, retryAfterMs ?? 0);
      else if (known !== undefined) speedUp(known);
    },
  };
}

const newQueue = (): Queue => ({
  ...{ intervalMs: 0, isSaid: false, isFirst: true, nextMs: 0, setMs: 0, calm: 0, slowedMs: 0, waiting: 0 },
  last: Promise.resolve(),
});
