import { SETTLE_MS } from '#preload/approval-card/verbs.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { BatchList, BatchOutline, BatchPage, Preview } from '#preload/contract/requests.ts';
import type { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { Clock } from '../../platform/clock.ts';
import { reportFault } from '../../platform/errors.ts';
import { readTheme } from '../../storage/settings.ts';
import { approvalError } from './errors.ts';

/** What the gate shows: the preview, under the id and the digest that a decision is bound to. */
export interface ApprovalRequest {
  readonly id: string;
  readonly digest: string;
  readonly preview: Preview;
  /** Of a batch: all pages of its lists, made from the bodies that the digest is over. */
  readonly batch?: BatchPages;
}

/** A batch by pages: none of it is left out, and no page is too large to be sent. */
export interface BatchPages {
  readonly outline: BatchOutline;
  /** @param page from 0 */
  page(list: BatchList, page: number): BatchPage | undefined;
  /** Every page of both lists, in order. */
  all(): BatchPage[];
}

type Decision = 'approve' | 'deny' | 'expired';

/** What a decision is bound to: one preview, and the digest of the bytes that it showed. */
export interface ApprovalSubject {
  readonly id: string;
  /** SHA-256 of the body, as hex. */
  readonly digest: string;
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

/** The one place where a preview waits for a person. One at a time, one use, a time limit; to deny is the default. */
export interface ApprovalGate<S extends ApprovalSubject> {
  /** A person pressed something in the window. While a review is up it asks for nothing. */
  gesture(): void;
  /**
   * Gives leave for one review: against the last press, which is used up by it.
   * @param follows for a flow of this side that goes on after an approval: against that approval, where it was the last decision, in place of a press
   * @throws AppError `REVIEW_BUSY` when a review is up, `REVIEW_UNASKED` when nobody asked for one
   */
  permit(follows?: 'approval'): Permit;
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
   * A decision from the approval surface.
   * @throws AppError `APPROVAL_REFUSED` when nothing waits, for another preview, a second time or too late;
   * `APPROVAL_UNSETTLED` for an approval too soon after the surface moved, which goes on waiting
   */
  decide(id: string, decision: 'approve' | 'deny'): void;
  /** The surface moved, or changed its size: what was aimed at is not where it was. */
  moved(): void;
  /** Denies what waits, for example when the console is locked. */
  denyAll(): void;
}

const refused = (why: string): AppError => approvalError('APPROVAL_REFUSED', { why });

const unsettled = (): AppError => approvalError('APPROVAL_UNSETTLED');

const busy = (): AppError => approvalError('REVIEW_BUSY');

const unasked = (): AppError => approvalError('REVIEW_UNASKED');

/**
 * Opens a desk.
 * @param onChange called when a subject comes or goes
 */
export function createApprovalGate<S extends ApprovalSubject>(
  clock: Clock,
  onChange: () => void,
): ApprovalGate<S> {
  let waiting: { subject: S; deniesAtMs: number; settle: (decision: Decision) => void } | null = null;
  let pressedAtMs = -Infinity;
  let movedAtMs = -Infinity;
  let followable = false;

  return {
    gesture: () => {
      if (waiting === null) pressedAtMs = clock.now();
    },
    permit: (follows) => {
      if (waiting !== null) throw busy();
      if (follows === 'approval' && followable) followable = false;
      else if (clock.now() - pressedAtMs <= GESTURE_MS) pressedAtMs = -Infinity;
      else throw unasked();
      return createPermit();
    },
    review: async (permit, subject, limitMs) => {
      if (waiting !== null) throw busy();
      permit.consume();
      const digest = subject.digest;
      const decision = await new Promise<Decision>((resolve) => {
        const settle = (made: Decision): void => {
          stop();
          waiting = null;
          followable = made === 'approve';
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
      if (decision === 'approve' && clock.now() - movedAtMs < SETTLE_MS) throw unsettled();
      waiting.settle(decision);
    },
    moved: () => {
      movedAtMs = clock.now();
    },
    denyAll: () => {
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

export interface ApprovalParts {
  /** The gate at which a person decides. */
  readonly gate: ApprovalGate<ApprovalRequest>;
}

/** Ties the gate to the approval surface: what comes is shown there, and what goes hides it. */
export const approvals = defineModule({
  start: ({
    host,
    clock,
    storage,
  }: Pick<ConsoleContext, 'host' | 'clock' | 'storage'>): ModuleParts<'approval', ApprovalParts> => {
    /** What is under review now, in the console's theme; null where nothing is. */
    const view = async (): Promise<ApprovalView | null> => {
      const waiting = gate.current();
      if (waiting === null) return null;
      const theme = readTheme(await storage.settings.get('theme'));
      return { preview: waiting.subject.preview, deniesAtMs: waiting.deniesAtMs, nowMs: clock.now(), theme };
    };
    const gate = createApprovalGate<ApprovalRequest>(clock, () => {
      const shown = gate.current();
      void view().then((next) => host.send('approval', 'approval.shown', next));
      const moved = shown === null ? host.hideApproval() : host.showApproval();
      moved.catch((error: unknown) => {
        reportFault('approval', error);
        // What cannot be shown cannot be approved.
        if (shown !== null && gate.current()?.subject === shown.subject) gate.denyAll();
      });
    });
    host.onGesture(() => gate.gesture());
    host.onApprovalMoved(() => {
      gate.moved();
      host.send('approval', 'approval.moved', null);
    });
    return {
      parts: { gate },
      handlers: {
        approval: {
          current: view,
          page: ({ previewId, list, page }) => {
            const subject = gate.current()?.subject;
            const found = subject?.id === previewId ? subject.batch?.page(list, page) : undefined;
            return Promise.resolve(found ?? null);
          },
          behind: () => Promise.resolve(host.behindApproval()),
          decide: ({ previewId, decision }) => {
            gate.decide(previewId, decision);
            return Promise.resolve(undefined);
          },
        },
      },
    };
  },
});
