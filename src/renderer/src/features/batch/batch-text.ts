import type { BatchLine } from '../../../../preload/contract/batches.ts';
import type { RequestGroup } from '../../../../preload/contract/request-groups.ts';
import { timeLeft } from '../../ui/time.ts';
import { batchText } from './text.ts';

const grouped = (count: number): string => count.toLocaleString('en');

/** "1 request", "10,000 requests". */
export const countRequests = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'request' : 'requests'}`;

/** How fast it goes: "125 a second", and with a digit more where it is slow: "2.5 a second". */
export const rateWords = (perSecond: number | null): string =>
  perSecond === null
    ? ''
    : batchText.progress.rate(perSecond < 10 ? perSecond.toFixed(1) : grouped(Math.round(perSecond)));

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
    batchText.progress.done(grouped(done), grouped(total)),
    failed === 0 ? '' : batchText.progress.failed(grouped(failed)),
    waiting === 0 ? '' : batchText.progress.waiting(grouped(waiting)),
    ...running,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether failed requests can be tried again, and what that means. */
export function againWords(state: RequestGroup['state'], failed: number, again: number): string {
  if (again === 0) return batchText.again.none;
  if (state !== 'ended') return batchText.again.later;
  const kept = failed - again;
  const most = kept === 0 ? '' : batchText.again.others(grouped(kept));
  return batchText.again.retry(most);
}

/** How a batch stands, in a word or two; one that was sent and waits for votes has not ended. */
export const stateWords = ({ state, waiting }: Pick<RequestGroup, 'state' | 'waiting'>): string =>
  state === 'ended' && waiting > 0 ? batchText.states.waiting : STATE_WORDS[state];

const STATE_WORDS: Readonly<Record<RequestGroup['state'], string>> = {
  prepared: batchText.states.prepared,
  running: batchText.states.running,
  paused: batchText.states.paused,
  ended: batchText.states.ended,
};

/** How a line stands, in a word or two. */
export const LINE_WORDS: Readonly<Record<BatchLine['state'], string>> = {
  new: batchText.lines.new,
  sent: batchText.lines.sent,
  done: batchText.lines.done,
  failed: batchText.lines.failed,
  waiting: batchText.states.waiting,
};
