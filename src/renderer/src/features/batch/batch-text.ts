import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { timeLeft } from '../../format/time.ts';
import { BATCH_TEXT } from './text.ts';

const grouped = (count: number): string => count.toLocaleString('en');

/** "1 request", "10,000 requests". */
export const countRequests = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'request' : 'requests'}`;

/** How fast it goes: "125 a second", and with a digit more where it is slow: "2.5 a second". */
export const rateWords = (perSecond: number | null): string =>
  perSecond === null
    ? ''
    : BATCH_TEXT.progress.rate(perSecond < 10 ? perSecond.toFixed(1) : grouped(Math.round(perSecond)));

/** How far a batch is: "2,500 of 10,000 done · 3 failed · 125 a second · about 1 min left". */
export function batchProgress({
  state,
  total,
  done,
  failed,
  waiting,
  perSecond,
  msLeft,
}: RequestGroup): string {
  const running = state === 'running' ? [rateWords(perSecond), timeLeft(msLeft)] : [];
  return [
    BATCH_TEXT.progress.done(grouped(done), grouped(total)),
    failed === 0 ? '' : BATCH_TEXT.progress.failed(grouped(failed)),
    waiting === 0 ? '' : BATCH_TEXT.progress.waiting(grouped(waiting)),
    ...running,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether failed requests can be tried again, and what that means. */
export function againWords(state: RequestGroup['state'], failed: number, again: number): string {
  if (again === 0) return BATCH_TEXT.again.none;
  if (state !== 'ended') return BATCH_TEXT.again.later;
  const kept = failed - again;
  const most = kept === 0 ? '' : BATCH_TEXT.again.others(grouped(kept));
  return BATCH_TEXT.again.retry(most);
}

/** How a batch stands, in a word or two; one that was sent and waits for votes has not ended. */
export const stateWords = ({ state, waiting }: Pick<RequestGroup, 'state' | 'waiting'>): string =>
  state === 'ended' && waiting > 0 ? BATCH_TEXT.states.waitingFor(grouped(waiting)) : STATE_WORDS[state];

const STATE_WORDS: Readonly<Record<RequestGroup['state'], string>> = {
  prepared: BATCH_TEXT.states.prepared,
  running: BATCH_TEXT.states.running,
  paused: BATCH_TEXT.states.paused,
  ended: BATCH_TEXT.states.ended,
};

/** How a line stands, in a word or two. */
export const LINE_WORDS: Readonly<Record<BatchLine['state'], string>> = {
  new: BATCH_TEXT.lines.new,
  sent: BATCH_TEXT.lines.sent,
  done: BATCH_TEXT.lines.done,
  failed: BATCH_TEXT.lines.failed,
  waiting: BATCH_TEXT.states.waiting,
};
