import type { BatchLine } from '../../../../preload/contract/batches.ts';
import type { RequestGroup } from '../../../../preload/contract/request-groups.ts';
import { timeLeft } from '../../ui/time.ts';

const grouped = (count: number): string => count.toLocaleString('en');

/** "1 request", "10,000 requests". */
export const countRequests = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'request' : 'requests'}`;

/** How fast it goes: "125 a second", and with a digit more where it is slow: "2.5 a second". */
export const rateWords = (perSecond: number | null): string =>
  perSecond === null
    ? ''
    : `${perSecond < 10 ? perSecond.toFixed(1) : grouped(Math.round(perSecond))} a second`;

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
    `${grouped(done)} of ${grouped(total)} done`,
    failed === 0 ? '' : `${grouped(failed)} failed`,
    waiting === 0 ? '' : `${grouped(waiting)} waiting for votes`,
    ...running,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether failed requests can be tried again, and what that means. */
export function againWords(state: RequestGroup['state'], failed: number, again: number): string {
  if (again === 0)
    return 'None of them can be tried again: people decided against it, or it was carried out and its result is not what was approved.';
  if (state !== 'ended') return 'They can be tried again once the others have ended.';
  const kept = failed - again;
  const most = kept === 0 ? '' : ` The other ${grouped(kept)} cannot: see why.`;
  return `Once the reason is gone they can be tried again, after another approval. Nothing is done twice: what got through all the same is found again.${most}`;
}

/** How a batch stands, in a word or two; one that was sent and waits for votes has not ended. */
export const stateWords = ({ state, waiting }: Pick<RequestGroup, 'state' | 'waiting'>): string =>
  state === 'ended' && waiting > 0 ? 'Waiting for votes' : STATE_WORDS[state];

const STATE_WORDS: Readonly<Record<RequestGroup['state'], string>> = {
  prepared: 'Waits for approval',
  running: 'Running',
  paused: 'Paused',
  ended: 'Ended',
};

/** How a line stands, in a word or two. */
export const LINE_WORDS: Readonly<Record<BatchLine['state'], string>> = {
  new: 'Not sent',
  sent: 'Sent, no answer yet',
  done: 'Done',
  failed: 'Failed',
  waiting: 'Waiting for votes',
};
