import { SETTLE_MS } from '#preload/approval-card/verbs.ts';
import type { AppError } from '#protocol/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { approvalError } from './errors.ts';

type Decision = 'approve' | 'deny' | 'expired';

/** What a decision is bound to: one preview, and the digest of the bytes that it showed. */
export interface ApprovalSubject {
  readonly id: string;
  /** SHA-256 of the body, as hex. */
  readonly digest: string;
  readonly unlocks?: true;
}

/** What the gate asks before an approval counts. */
export interface GateRules<S> {
  /** While the console is locked nothing is reviewed but what unlocks it. */
  readonly isLocked: () => boolean;
  /** Refuses, by throwing, what may not be approved now. */
  readonly admit: (subject: S) => void;
  /**
   * Has a person prove that they are here, for this subject alone.
   * @param signal ends it with the review
   * @returns null where the press alone decides. @throws AppError, or rejects with one: the review goes on then
   */
  readonly prove: (subject: S, passphrase: string | undefined, signal: AbortSignal) => Promise<void> | null;
}

/** Proof that a person approved: spent once, on the very bytes. */
export interface Approval {
  /** @throws AppError `APPROVAL_SPENT`, `APPROVAL_MISMATCH` when the subject is not the one that was approved */
  consume(subject: ApprovalSubject): void;
}

/** Leave to put one subject before the person; spent by its review. */
interface Permit {
  /** @throws AppError `REVIEW_UNASKED` the second time */
  consume(): void;
}

/** How long after it a press in the window still counts as asking for a review: a slow service may be asked in between. */
export const GESTURE_MS = 20_000;

/** How long after it an approval stands for the press of the flow's next review: its first request is carried out in between. */
export const FOLLOW_MS = 2 * 60_000;

/** Whether something was at most so long ago; what a clock that was set back puts ahead of now is not. */
const isWithin = (clock: Clock, atMs: number, limitMs: number): boolean => {
  const ageMs = clock.now() - atMs;
  return ageMs >= 0 && ageMs <= limitMs;
};

/** The one place where a preview waits for a person. One at a time, one use, a time limit; to deny is the default. */
export interface ApprovalGate<S extends ApprovalSubject> {
  /** A person pressed something in the window. While a review is up it asks for nothing. */
  gesture(): void;
  /** Whether something was pressed at most so long ago, in ms; uses the press up. */
  takePress(withinMs: number): boolean;
  /**
   * Gives leave for one review: against the last press, which is used up by it.
   * @param follows for a flow of this side that goes on after an approval: the id of what was approved. It counts in place of
   * a press where it was the last decision, once, and for `FOLLOW_MS`
   * @throws AppError `REVIEW_BUSY` when a review is up, `REVIEW_UNASKED` when nobody asked for one
   */
  permit(follows?: string): Permit;
  /**
   * Puts a subject before the person and waits.
   * @param limitMs how long; then it counts as denied
   * @throws AppError `REVIEW_BUSY` when another one is there
   */
  review(
    permit: Permit,
    subject: S,
    limitMs: number,
  ): Promise<{ decision: 'approve'; approval: Approval } | { decision: 'deny' | 'expired' }>;
  /** What is before the person now, and when it is denied by itself (ms since the epoch). */
  current(): { subject: S; deniesAtMs: number } | null;
  /**
   * A decision from the approval surface. Where a person has to prove that they are here, it counts once they did, and only
   * if the same review still waits then.
   * @param passphrase what was typed there, where it asked for one
   * @throws AppError `APPROVAL_REFUSED` when nothing waits, for another preview, a second time or too late;
   * `APPROVAL_UNSETTLED` for an approval too soon after the surface moved, which goes on waiting;
   * `VERIFICATION_UNDER_WAY` while a person is asked already, and those of the rules
   */
  decide(id: string, decision: 'approve' | 'deny', passphrase?: string): Promise<void> | undefined;
  /** The surface moved, or changed its size: what was aimed at is not where it was. */
  moved(): void;
  /** Denies what waits, for example when the console is locked. */
  denyAll(): void;
}

const refused = (why: string): AppError => approvalError('APPROVAL_REFUSED', { why });

const unsettled = (): AppError => approvalError('APPROVAL_UNSETTLED');

const busy = (): AppError => approvalError('REVIEW_BUSY');

const unasked = (): AppError => approvalError('REVIEW_UNASKED');

/** A review that waits for a person. */
interface Waiting<S> {
  readonly subject: S;
  readonly deniesAtMs: number;
  /** Ends what the person is asked beside. */
  readonly over: AbortController;
  isVerifying: boolean;
  settle(decision: Decision): void;
}

/**
 * Creates the gate.
 * @param onChange called when a subject comes or goes
 */
export function createApprovalGate<S extends ApprovalSubject>(
  clock: Clock,
  onChange: () => void,
  { isLocked, admit, prove }: GateRules<S>,
): ApprovalGate<S> {
  let waiting: Waiting<S> | null = null;
  let pressedAtMs = -Infinity;
  let movedAtMs = -Infinity;
  let approved: { readonly id: string; readonly atMs: number } | null = null;

  /** The review that waits under that id, in its time. */
  const inTime = (id: string): Waiting<S> => {
    if (waiting === null) throw refused('nothing is under review');
    if (waiting.subject.id !== id) throw refused('it is for another preview');
    // The timer may run late, for example after the machine slept.
    if (clock.now() < waiting.deniesAtMs) return waiting;
    waiting.settle('expired');
    throw refused('it came too late');
  };

  const verify = async (mine: Waiting<S>, proof: Promise<void>): Promise<void> => {
    mine.isVerifying = true;
    try {
      await proof;
    } finally {
      mine.isVerifying = false;
    }
    // What was proven was proven for this review: one that is over is not brought back, and no other takes its place.
    if (waiting !== mine) throw refused('it is no longer under review');
    inTime(mine.subject.id).settle('approve');
  };

  return {
    gesture: () => {
      if (waiting === null) pressedAtMs = clock.now();
    },
    takePress: (withinMs) => {
      if (!isWithin(clock, pressedAtMs, withinMs)) return false;
      pressedAtMs = -Infinity;
      return true;
    },
    permit: (follows) => {
      if (waiting !== null) throw busy();
      const isFollowing =
        approved !== null && approved.id === follows && isWithin(clock, approved.atMs, FOLLOW_MS);
      if (isFollowing) approved = null;
      else if (isWithin(clock, pressedAtMs, GESTURE_MS)) pressedAtMs = -Infinity;
      else throw unasked();
      return createPermit();
    },
    review: async (permit, subject, limitMs) => {
      if (waiting !== null) throw busy();
      permit.consume();
      // It was prepared before the lock.
      if (isLocked() && subject.unlocks !== true) return { decision: 'deny' };
      admit(subject);
      const digest = subject.digest;
      const decision = await new Promise<Decision>((resolve) => {
        const over = new AbortController();
        const settle = (made: Decision): void => {
          stop();
          waiting = null;
          approved = made === 'approve' ? { id: subject.id, atMs: clock.now() } : null;
          over.abort();
          resolve(made);
          onChange();
        };
        const stop = clock.after(limitMs, () => {
          settle('expired');
        });
        const deniesAtMs = clock.now() + limitMs;
        waiting = { subject, deniesAtMs, over, isVerifying: false, settle };
        onChange();
      });
      return decision === 'approve'
        ? { decision, approval: createApproval(subject.id, digest) }
        : { decision };
    },
    current: () => (waiting === null ? null : { subject: waiting.subject, deniesAtMs: waiting.deniesAtMs }),
    decide: (id, decision, passphrase) => {
      const mine = inTime(id);
      if (decision === 'approve') {
        if (isWithin(clock, movedAtMs, SETTLE_MS - 1)) throw unsettled();
        if (mine.isVerifying) throw approvalError('VERIFICATION_UNDER_WAY');
        admit(mine.subject);
        const proof = prove(mine.subject, passphrase, mine.over.signal);
        if (proof !== null) return verify(mine, proof);
      }
      mine.settle(decision);
      return undefined;
    },
    moved: () => {
      movedAtMs = clock.now();
    },
    denyAll: () => {
      approved = null;
      waiting?.settle('deny');
    },
  };
}

function createPermit(): Permit {
  let spent = false;
  return {
    consume: () => {
      if (spent) throw unasked();
      spent = true;
    },
  };
}

function createApproval(id: string, digest: string): Approval {
  let spent = false;
  return {
    consume: (subject) => {
      if (spent) throw approvalError('APPROVAL_SPENT');
      spent = true;
      if (subject.id !== id || subject.digest !== digest) {
        throw approvalError('APPROVAL_MISMATCH.request');
      }
    },
  };
}
