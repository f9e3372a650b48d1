import type { ActivityRow } from '#preload/contract/activities.ts';
import { consensusTitle } from '../consensus/text.ts';
import { ACTIVITY_TEXT } from './text.ts';

/** How a state is drawn: its word, and the tone that goes with the word. */
export interface StateFace {
  readonly word: string;
  readonly tone: 'ok' | 'wait' | 'bad' | 'plain';
}

const FACES: Readonly<Record<string, StateFace>> = {
  ACTIVITY_STATUS_CREATED: { word: ACTIVITY_TEXT.states.created, tone: 'plain' },
  ACTIVITY_STATUS_PENDING: { word: ACTIVITY_TEXT.states.pending, tone: 'plain' },
  ACTIVITY_STATUS_COMPLETED: { word: ACTIVITY_TEXT.states.completed, tone: 'ok' },
  ACTIVITY_STATUS_FAILED: { word: ACTIVITY_TEXT.states.failed, tone: 'bad' },
  ACTIVITY_STATUS_CONSENSUS_NEEDED: { word: ACTIVITY_TEXT.states.waiting, tone: 'wait' },
  ACTIVITY_STATUS_REJECTED: { word: ACTIVITY_TEXT.states.rejected, tone: 'bad' },
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: { word: ACTIVITY_TEXT.states.passkey, tone: 'wait' },
};

/** The statuses that one can filter by, in the order they are offered. */
export const KNOWN_STATUSES: readonly string[] = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_REJECTED',
];

/** The words for a state; one that this console does not know is shown as the service wrote it. */
export const stateFace = (status: string): StateFace => FACES[status] ?? { word: status, tone: 'plain' };

/** An activity type in words, for example `Sign transaction`; its version is left out. */
export function typeWords(type: string): string {
  const words = type
    .replace(/^ACTIVITY_TYPE_/, '')
    .replace(/_V\d+$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const STEPS = [
  { ms: 86_400_000, unit: 'd' },
  { ms: 3_600_000, unit: 'h' },
  { ms: 60_000, unit: 'min' },
] as const;

/** How long ago something was, in its largest whole unit: `2 min`, `6 h`, `3 d`; under a minute is `now`. */
export function formatAge(thenMs: number, nowMs: number): string {
  const age = nowMs - thenMs;
  const step = STEPS.find(({ ms }) => age >= ms);
  return step ? `${Math.floor(age / step.ms)} ${step.unit}` : ACTIVITY_TEXT.list.now;
}

/**
 * How the votes on an activity stand: "1 of 2 approved, waiting for Bob", how many approved and rejected it, or that it was
 * rejected.
 */
export function standingWords({
  status,
  votes,
  rejections,
  consensus,
}: Pick<ActivityRow, 'status' | 'votes' | 'rejections' | 'consensus'>): string {
  if (status === 'ACTIVITY_STATUS_REJECTED') return ACTIVITY_TEXT.standing.rejectedAfter(votes, rejections);
  const approved = consensus === null ? ACTIVITY_TEXT.standing.approved(votes) : consensusTitle(consensus);
  return rejections === 0 ? approved : `${approved} · ${ACTIVITY_TEXT.standing.rejected(rejections)}`;
}
