import { Worker } from 'node:worker_threads';
import type { Activity } from '#protocol/activity.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CheckAnswer, CheckMessage } from './check-thread.ts';
import { type CheckedResult, type ResultCheck, isWorthThread } from './result-check.ts';
import type { SentRequest } from './sent-request.ts';

export type { CheckedResult } from './result-check.ts';

/** A thread that nobody asks for so long ends, in ms. */
const IDLE_MS = 30_000;

/** Checks results beside the thread that answers the window. */
export interface ResultChecks {
  /** What the checks of a completed activity came to; undefined where they are for the caller to make. */
  check(sentRequest: SentRequest, activity: Activity): Promise<CheckedResult | undefined>;
  close(): Promise<void>;
}

/**
 * Checks by a thread, which starts with the first check and ends when there was none for a while. Where there can be no thread,
 * or it ended by itself, the caller makes the checks: none is left out.
 * @param script the built `check-thread.ts`; without it there is no thread
 */
export function createResultChecks(script: string | undefined, clock: Pick<Clock, 'after'>): ResultChecks {
  const waiting = new Map<number, (checked: CheckedResult | undefined) => void>();
  let thread: Worker | undefined;
  let isClosed = script === undefined;
  let last = 0;
  let cancelIdle = (): void => undefined;

  const end = async (): Promise<void> => {
    cancelIdle();
    const ended = thread;
    thread = undefined;
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
    await ended?.terminate();
  };
  /** It won't be started again: what ended it would end the next one. */
  const lose = (lost: Worker): void => {
    if (thread !== lost) return;
    isClosed = true;
    void end();
  };
  const start = (file: string): Worker => {
    const started = new Worker(file, { env: {}, argv: [], stdin: false });
    // A console that closes waits for none of them.
    started.unref();
    started.on('message', ({ id, checked }: CheckAnswer) => {
      waiting.get(id)?.(checked);
      waiting.delete(id);
      if (waiting.size === 0 && thread === started) cancelIdle = clock.after(IDLE_MS, () => void end());
    });
    started.on('error', () => lose(started));
    started.on('exit', () => lose(started));
    return started;
  };
  /** Undefined where no thread may be started: an offline console refuses them all. */
  const running = (): Worker | undefined => {
    if (isClosed || script === undefined) return undefined;
    try {
      thread ??= start(script);
    } catch {
      isClosed = true;
    }
    return thread;
  };

  return {
    check: (sentRequest, { fingerprint, result }) => {
      const { operation, body, expectation } = sentRequest;
      const asked = isWorthThread(operation.path) ? running() : undefined;
      if (asked === undefined) return Promise.resolve(undefined);
      cancelIdle();
      last += 1;
      const activity = result === undefined ? { fingerprint } : { fingerprint, result };
      const check: ResultCheck = { path: operation.path, activity, body: fromUtf8(body), expectation };
      const message: CheckMessage = { id: last, check };
      return new Promise((resolve) => {
        waiting.set(message.id, resolve);
        asked.postMessage(message);
      });
    },
    close: () => {
      isClosed = true;
      return end();
    },
  };
}
