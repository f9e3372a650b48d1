import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import type { Target } from '../../service-client/client.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import type { StoredSentRequest } from '../../storage/sent-requests.ts';
import type { Approval, ApprovalGate, ApprovalRequest } from '../approvals/module.ts';
import { type PreviewReads, expectationSchema } from '../previews/module.ts';
import { requestError } from './errors.ts';
import { type Prepared, createPreparedRequests, prepare } from './prepare.ts';
import { type ResultHandler, type SentRequest, createPendingRequests } from './sent-request.ts';
import { type SendParts, revisit, send } from './send.ts';

export interface FlowParts extends SendParts {
  readonly clock: Clock;
  readonly timing: Timing;
  readonly gate: ApprovalGate<ApprovalRequest>;
  /** Who stamps now, or that credential of the same profile. @throws AppError while locked, or without a credential or a service */
  session(publicKey?: string): Promise<SigningContext>;
  /** Where a profile's requests go, stamped by that credential. @throws AppError */
  target(profileId: string, publicKey: string): Promise<Target>;
  /** A clock that nobody can set, in ms. */
  readonly steadyMs: () => number;
  readonly reads: PreviewReads;
  /**
   * Watches the selected profile, which all reads are of. What it gives throws once a profile was selected.
   * @throws AppError `PROFILE_LEFT`
   */
  readonly watchProfile: () => () => void;
}

/** Whether a kept request was stamped for a file: it is sent from another computer, and never from here. */
export function isStampedForFile({ expectation }: Pick<StoredSentRequest, 'expectation'>): boolean {
  const kept: unknown = JSON.parse(expectation);
  return typeof kept === 'object' && kept !== null && 'offline' in kept;
}

/** The one way of every request that has an effect: prepare, review, stamp, send, verify. */
export interface RequestFlow {
  /**
   * @param resultHandler what the asking flow does with the answer; dropped when the request cannot be prepared
   * @param stampedBy another credential than the current one, by its public key
   */
  prepare(
    operation: string,
    parameters: unknown,
    resultHandler?: ResultHandler,
    stampedBy?: string,
  ): Promise<Preview>;
  /** @param follows for the second request of one act of this side: the preview of the first one, whose approval it counts against */
  review(previewId: string, follows?: string): Promise<Outcome>;
  discard(previewId: string): void;
  /** A preview that waits for its review, which goes on waiting. @throws AppError `PREVIEW_UNKNOWN`, `PREVIEW_EXPIRED` */
  find(previewId: string): Pick<Prepared, 'preview' | 'resultHandler'>;
  resume(fingerprint: string): Promise<Outcome>;
  /** Looks again at a request of this run that waits for votes. @throws AppError `REQUEST_UNKNOWN`, ServiceError */
  revisit(activityId: string): Promise<Outcome>;
  /** Forgets the previews of transactions: what they say of recipients may not hold any more. */
  forgetTransactions(): void;
  /** Forgets every preview and denies what is under review: another profile is shown. */
  leave(): void;
  /** As `leave`, and forgets what waits for votes: the console is locked or closed. */
  reset(): void;
  /** Resolves when no request is on its way. */
  idle(): Promise<void>;
}

export function createRequestFlow(parts: FlowParts): RequestFlow {
  const { clock, timing, gate } = parts;
  const moving = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    moving.add(work);
    const done = (): void => void moving.delete(work);
    work.then(done, done);
    return work;
  };
  const kept = createPreparedRequests(clock, parts.steadyMs);
  // The same fingerprint is on its way once, however often it is asked for; and so is a look at the same activity.
  const sending = new Map<string, Promise<Outcome>>();
  const looking = new Map<string, Promise<Outcome>>();
  const once = (
    under: Map<string, Promise<Outcome>>,
    name: string,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    const known = under.get(name);
    if (known !== undefined) return known;
    const begun = track(work()).finally(() => void under.delete(name));
    under.set(name, begun);
    return begun;
  };

  const open = createPendingRequests();
  const ship = async (sentRequest: SentRequest): Promise<Outcome> => {
    const keep = open.keeper();
    const outcome = await send(parts, sentRequest);
    keep(sentRequest, outcome);
    return outcome;
  };

  const stampAndSend = async (prepared: Prepared, approval: Approval): Promise<Outcome> => {
    const { session, operation } = prepared;
    // A copy that nobody else has, and its digest made anew: what is checked here is what is stamped.
    const body = Uint8Array.from(prepared.body);
    let target: Target;
    try {
      target = await parts.target(session.profile.id, session.credential.publicKey);
      requireUnmoved(target, session);
      const earlier = await parts.requests.find(fingerprintOf(body));
      // Nobody could send it again from here: its answer is the file's.
      if (earlier !== undefined && isStampedForFile(earlier)) throw requestError('REQUEST_STAMPED_FOR_FILE');
      approval.consume({ id: prepared.id, digest: sha256Hex(body) });
    } catch (error) {
      // It cannot be sent, and was not: what was made for its answer is of no use.
      prepared.resultHandler?.onAbandoned();
      throw error;
    }
    return once(sending, fingerprintOf(body), () =>
      ship({
        operation,
        body,
        target,
        profileId: session.profile.id,
        expectation: prepared.expectation,
        resultHandler: prepared.resultHandler,
        resumed: false,
      }),
    );
  };

  const resume = async (fingerprint: string): Promise<Outcome> => {
    const request = await parts.requests.findUnanswered(fingerprint);
    // What was stamped for a file is sent by whoever carries the file.
    if (request === undefined || isStampedForFile(request) || parts.underWay?.has(fingerprint) === true) {
      throw requestError('REQUEST_UNKNOWN.unanswered');
    }
    // The very place that it is sent to is the one that its seal is held against.
    const target = await parts.target(request.profileId, request.publicKey);
    const { moves } = target;
    if (
      fingerprintOf(toUtf8(request.body)) !== fingerprint ||
      !(await parts.requestSeal.holds({ ...request, moves }, request.mac))
    )
      throw requestChanged();
    return ship({
      operation: submitOperation(request.operation),
      body: toUtf8(request.body),
      target,
      profileId: request.profileId,
      expectation: expectationSchema.parse(JSON.parse(request.expectation)),
      resultHandler: open.resultHandlerOf(fingerprint),
      resumed: true,
    });
  };

  const lookAgain = async (activityId: string): Promise<Outcome> => {
    const keep = open.keeper();
    const sent = open.find(activityId);
    // Whoever stamps is found anew: a lock ended what stamped the request.
    const target = await parts.target(sent.profileId, sent.target.stamper.publicKey);
    requireUnmoved(target, sent.target);
    const sentRequest = { ...sent, target };
    const outcome = await revisit(parts, sentRequest, activityId);
    keep(sentRequest, outcome);
    return outcome;
  };

  const leave = (): void => {
    kept.clear();
    gate.denyAll();
  };

  return {
    prepare: async (operation, parameters, resultHandler, stampedBy) => {
      const requireSame = parts.watchProfile();
      try {
        const prepared = await prepare({
          operation,
          parameters,
          session: await parts.session(stampedBy),
          clock,
          previewMs: timing.previewMs,
          reads: parts.reads,
          resultHandler,
        });
        // A keychain that is locked now is told when the request is to be stamped.
        await parts.requestSeal.ready().catch(() => undefined);
        // It is stamped for one profile: its names, addresses and recipients are that one's.
        requireSame();
        kept.keep(prepared);
        return prepared.preview;
      } catch (error) {
        resultHandler?.onAbandoned();
        throw error;
      }
    },
    review: async (previewId, follows) => {
      const permit = gate.permit(follows);
      const { prepared, leftMs } = kept.take(previewId);
      const { preview } = prepared;
      const subject = { id: preview.id, digest: preview.digest, preview };
      // A review does not outlast its preview.
      const limitMs = Math.min(timing.reviewMs, leftMs);
      const decided = await gate.review(permit, subject, limitMs);
      if (decided.decision !== 'approve') {
        prepared.resultHandler?.onAbandoned();
        return { state: decided.decision === 'deny' ? 'denied' : 'expired' };
      }
      return track(stampAndSend(prepared, decided.approval));
    },
    discard: (previewId) => {
      kept.discard(previewId);
    },
    find: (previewId) => kept.find(previewId),
    resume: (fingerprint) => once(sending, fingerprint, () => resume(fingerprint)),
    revisit: (activityId) => once(looking, activityId, () => lookAgain(activityId)),
    forgetTransactions: () => kept.clear(({ preview }) => preview.reading !== null),
    leave,
    reset: () => {
      leave();
      open.clear();
    },
    idle: async () => {
      await Promise.allSettled(moving);
    },
  };
}

/** @throws AppError `PROFILE_MOVED` where the profile leads elsewhere than it did when a request was prepared */
function requireUnmoved(target: Pick<Target, 'moves'>, prepared: { readonly moves: number }): void {
  if (target.moves !== prepared.moves) throw contextError('PROFILE_MOVED');
}

const requestChanged = (): AppError => requestError('REQUEST_CHANGED');
