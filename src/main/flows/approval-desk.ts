import { ProtocolError } from '../../protocol/error.ts';
import type { Clock } from '../clock.ts';

export type Decision = 'approve' | 'deny' | 'expired';

/** What a decision is bound to: one preview, and the digest of the bytes that it showed. */
export interface Subject {
  readonly id: string;
  /** SHA-256 of the body, as hex. */
  readonly digest: string;
}

/** Proof that a person approved: spent once, on the very bytes. */
export interface Approval {
  /** @throws ProtocolError `APPROVAL_SPENT`, `APPROVAL_MISMATCH` when the subject is not the one that was approved */
  spend(subject: Subject): void;
}

/** The one place where a preview waits for a person. One at a time, one use, a time limit; to deny is the default. */
export interface ApprovalDesk<S extends Subject> {
  /**
   * Puts a subject before the person and waits.
   * @param limitMs how long; then it counts as denied
   * @throws ProtocolError `REVIEW_BUSY` when another one is there
   */
  review(
    subject: S,
    limitMs: number,
  ): Promise<{ decision: 'approve'; approval: Approval } | { decision: 'deny' | 'expired' }>;
  /** What is before the person now, and when it is denied by itself (ms since the epoch). */
  current(): { subject: S; deniesAtMs: number } | null;
  /**
   * A decision from the approval surface.
   * @throws ProtocolError `APPROVAL_REFUSED` when nothing waits, for another preview, a second time or too late
   */
  decide(id: string, decision: 'approve' | 'deny'): void;
  /** Denies what waits, for example when the console is locked. */
  denyAll(): void;
}

const refused = (why: string): ProtocolError =>
  new ProtocolError(
    'APPROVAL_REFUSED',
    `This decision does not count: ${why}.`,
    'Prepare the request again and review it.',
  );

/**
 * Opens a desk.
 * @param onChange called when a subject comes or goes
 */
export function openApprovalDesk<S extends Subject>(clock: Clock, onChange: () => void): ApprovalDesk<S> {
  let waiting: { subject: S; deniesAtMs: number; settle: (decision: Decision) => void } | null = null;

  return {
    review: async (subject, limitMs) => {
      if (waiting !== null) {
        throw new ProtocolError(
          'REVIEW_BUSY',
          'Another request is under review.',
          'Decide on that one first.',
        );
      }
      const digest = subject.digest;
      const decision = await new Promise<Decision>((resolve) => {
        const settle = (made: Decision): void => {
          stop();
          waiting = null;
          resolve(made);
          onChange();
        };
        const stop = clock.after(limitMs, () => {
          settle('expired');
        });
        waiting = { subject, deniesAtMs: clock.now() + limitMs, settle };
        onChange();
      });
      return decision === 'approve'
        ? { decision, approval: createApproval(subject.id, digest) }
        : { decision };
    },
    current: () => (waiting === null ? null : { subject: waiting.subject, deniesAtMs: waiting.deniesAtMs }),
    decide: (id, decision) => {
      if (waiting === null) throw refused('nothing is under review');
      if (waiting.subject.id !== id) throw refused('it is for another preview');
      // The timer may run late, for example after the machine slept.
      if (clock.now() >= waiting.deniesAtMs) {
        waiting.settle('expired');
        throw refused('it came too late');
      }
      waiting.settle(decision);
    },
    denyAll: () => {
      waiting?.settle('deny');
    },
  };
}

function createApproval(id: string, digest: string): Approval {
  let spent = false;
  return {
    spend: (subject) => {
      if (spent)
        throw new ProtocolError(
          'APPROVAL_SPENT',
          'This approval was used already.',
          'Review the request again.',
        );
      spent = true;
      if (subject.id !== id || subject.digest !== digest) {
        throw new ProtocolError(
          'APPROVAL_MISMATCH',
          'The request is not the one that was approved; nothing was stamped.',
          'Prepare the request again. If this happens twice, something on this machine changes requests.',
        );
      }
    },
  };
}
