import type { Outcome } from '#preload/contract/requests.ts';
import { errorText } from '#protocol/define-errors.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Target } from '../../service-client/client.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import type {
  RequestGroupStore,
  RequestState,
  StoredGroup,
  StoredRequest,
} from '../../storage/request-groups.ts';
import { approvalError } from '../approvals/errors.ts';
import { type Expectation, type PreviewReads, previewMakerOf } from '../previews/module.ts';
import { type KeptBeside, type SendParts, type SentRequest, sendBeside } from '../requests/module.ts';
import type { ActivityReferences } from './activity-references.ts';
import { groupError } from './errors.ts';
import { NOT_VERIFIED, failedCheck, failureOf } from './failures.ts';
import { createRatePause } from './rate-pause.ts';
import { type DigestList, readRequest } from './review-group.ts';
import type { ResultWriter } from './group-purpose.ts';

const PAGE = 100;

/** Hands out what is left of a set in its order, each request once; a page at a time, so that memory stays small. */
function requestIterator(groups: RequestGroupStore, id: string): () => Promise<StoredRequest | undefined> {
  let page: StoredRequest[] = [];
  let after = -1;
  let ended = false;
  let turn: Promise<unknown> = Promise.resolve();
  const take = async (): Promise<StoredRequest | undefined> => {
    if (page.length === 0 && !ended) {
      page = await groups.page(id, ['new', 'sent'], after, PAGE);
      after = page.at(-1)?.position ?? after;
      ended = page.length === 0;
    }
    return page.shift();
  };
  // One after the other: two takers must not load the same page.
  return () => {
    const mine = turn.then(take);
    turn = mine.catch(() => undefined);
    return mine;
  };
}

/** So many requests are on their way at once at first: as many at most are sent in vain, where each fails for the same reason. */
const AT_FIRST = 8;
/** And so many once they come home: one more for each that did. More share each trip to the disk, and let the window wait longer. */
const AT_MOST = 64;
/** When a rate-limited service makes requests wait longer for their turn, the run sends fewer at once: a pause waits for all of them. */
const LONGEST_TURN_MS = 2_000;
/** So many failures in a row stop a run: what they have in common is worth a look. */
const FAILURES = 5;

/** Why a run stopped by itself. */
export interface Stopped {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** What says nothing about the request itself: it could not be stamped, did not leave, or its stamp was not taken. */
const STOPPING = new Set([
  'SERVICE_UNREACHABLE',
  'RATE_LIMIT_EXCEEDED',
  'VAULT_LOCKED',
  'CREDENTIAL_KEY_MISSING',
  'CREDENTIAL_KEY_MISMATCH',
  'PUBLIC_KEY_NOT_FOUND',
  'CREDENTIAL_NOT_FOUND',
  'API_KEY_EXPIRED',
  'SIGNATURE_INVALID',
  'UNAUTHENTICATED',
  'ORGANIZATION_NOT_FOUND',
  'ORGANIZATION_MISMATCH',
]);
const stopsAll = (code: string): boolean => STOPPING.has(code) || code.startsWith('KEYCHAIN_');

export interface RunParts {
  readonly send: SendParts;
  readonly groups: RequestGroupStore;
  readonly reads: PreviewReads;
  readonly references: Pick<ActivityReferences, 'keep'>;
}

/** One run over what is left of an approved set. */
export interface GroupRun {
  /** No further request is begun; those on their way come home. */
  pause(stopped?: Stopped): void;
  /** Resolves when it ended, was paused or stopped by itself; gives why, in the last case. */
  readonly finished: Promise<Stopped | null>;
}

/**
 * Sends what is left of a set: each body is compared with the digest that was approved, marked as sent, and only then
 * stamped. What was marked and has no end yet is sent again byte for byte, which has no second effect.
 * @param onSettled gets each state that a request came to
 */
export function startRun(
  parts: RunParts,
  options: {
    readonly set: StoredGroup;
    readonly list: DigestList;
    readonly target: Target;
    readonly sink: ResultWriter;
    /** When its approval ends. */
    readonly untilMs: number;
    readonly onSettled: (state: RequestState) => void;
  },
): GroupRun {
  const { set, list, target, sink, untilMs, onSettled } = options;
  const take = requestIterator(parts.groups, set.id);
  let going = true;
  let why: Stopped | null = null;
  let failures = 0;
  const rate = createRatePause(parts.send.clock);
  const pause = (stopped?: Stopped): void => {
    going = false;
    why ??= stopped ?? null;
    rate.end();
  };

  /** Workers, and the ends of requests that are on their way to the disk: the next requests don't wait for those. */
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => pause(stoppedBy(error)))
      .finally(() => void underWay.delete(tracked));
    underWay.add(tracked);
  };

  /** Whether another request may go. A timer stands still while the computer sleeps. */
  const mayGo = (): boolean => {
    if (going && parts.send.clock.now() >= untilMs) pause(STALE);
    return going;
  };

  /**
   * Sends a request, and again after a pause where the service refuses it for its limit of requests.
   * @returns undefined where the run ended before it could be sent, or again: it stays as it was
   */
  const sendInTime = async (
    sentRequest: SentRequest,
    beside: KeptBeside,
  ): Promise<Awaited<ReturnType<typeof sendBeside>> | undefined> => {
    let { resumed } = sentRequest;
    for (;;) {
      await rate.wait();
      // Who paused the run, locked the console or slept through the approval lets nothing more go.
      if (!mayGo()) return undefined;
      const sent = await sendBeside(parts.send, { ...sentRequest, resumed }, beside);
      if (!sent.isTooFast) rate.taken();
      if (!sent.isTooFast || !going || !rate.refused(sent.retryAfterMs)) return sent;
      // What was not answered before the refusal may have been carried out.
      resumed ||= sent.outcome.state === 'unanswered';
      await sent.settled;
    }
  };

  const one = async (request: StoredRequest): Promise<void> => {
    const expectation = list.expectationAt(request.position);
    const sentRequest = await sentRequestOf(parts.reads, request, { set, target, expectation });
    if (!list.covers(request.position, sentRequest.body)) throw changed();
    const stateOf = (outcome: Outcome): RequestState => {
      const { state } = conclude(outcome);
      // What was refused before it was ever sent is new again: its time may be set anew.
      return state === 'sent' && outcome.state === 'failed' && !sentRequest.resumed ? 'new' : state;
    };
    const setState = (state: RequestState, known?: ReturnType<typeof knownOf>): Promise<void> =>
      parts.groups.setState(set.id, request.position, state, known);
    const sent = await sendInTime(sentRequest, {
      begin: () => setState('sent'),
      tell: async (came) => {
        const state = stateOf(came);
        if (state !== 'sent' && state !== 'new') await sink.settled(request, came);
      },
      end: async (came) => {
        const known = knownOf(stateOf(came), came);
        // First: a request that has its end is not looked at again.
        await keepReference(parts.references, { set, request, activityId: known?.activityId });
        await setState(stateOf(came), known);
      },
    });
    if (sent === undefined) return;
    const { outcome, settled } = sent;
    const state = stateOf(outcome);
    track(settled.then(() => onSettled(state)));
    failures = state === 'failed' ? failures + 1 : 0;
    if (state === 'done') widen();
    const { stop } = conclude(outcome);
    if (stop !== null) pause(stop);
    else if (failures >= FAILURES && outcome.state === 'failed') pause(tooMany(outcome));
  };
  let working = 0;
  const isCrowded = (): boolean => parts.send.client.waitMs(target) > LONGEST_TURN_MS;
  const work = async (): Promise<void> => {
    working += 1;
    try {
      // One stays, however long it waits.
      while (going && !(working > 1 && isCrowded())) {
        const request = await take();
        if (request === undefined) return;
        if (mayGo()) await one(request);
      }
    } finally {
      working -= 1;
    }
  };
  const widen = (): void => {
    if (working < AT_MOST && !isCrowded()) track(work());
  };
  const finish = async (): Promise<Stopped | null> => {
    // Those that are added meanwhile, too.
    for (const each of underWay) await each;
    return why;
  };
  for (let begun = 0; begun < AT_FIRST; begun += 1) track(work());
  const finished = finish();
  return { pause, finished };
}

/**
 * A stored request on its way, with what its result is checked against.
 * @param to `expectation` is what that was when it was approved; without it, it is found as a preview finds it
 */
export async function sentRequestOf(
  reads: PreviewReads,
  request: StoredRequest,
  to: { readonly set: StoredGroup; readonly target: Target; readonly expectation?: Expectation | undefined },
): Promise<SentRequest> {
  const expect = async (): Promise<Expectation> => {
    const { operation, parameters } = readRequest(request);
    return (await previewMakerOf(operation)(parameters, { operation, ...reads })).expectation;
  };
  const expectation = to.expectation ?? (await expect());
  return {
    operation: submitOperation(request.operation),
    body: toUtf8(request.body),
    target: to.target,
    profileId: to.set.profileId,
    expectation,
    resumed: request.state === 'sent',
  };
}

/** The state that an outcome brings a request to, and whether the others wait for the operator. */
export function conclude(outcome: Outcome): { state: RequestState; stop: Stopped | null } {
  switch (outcome.state) {
    case 'completed': {
      const wrong = failedCheck(outcome);
      if (wrong === undefined) return { state: 'done', stop: null };
      return {
        state: 'failed',
        stop: errorText(groupError(NOT_VERIFIED, { detail: wrong.detail })),
      };
    }
    case 'waiting':
      return { state: 'waiting', stop: null };
    case 'unanswered':
      return { state: 'sent', stop: { code: 'NO_ANSWER', ...outcome } };
    case 'failed': {
      return stopsAll(outcome.code)
        ? { state: 'sent', stop: errorText(outcome) }
        : { state: 'failed', stop: null };
    }
    case 'denied':
    case 'expired':
      return { state: 'failed', stop: null };
  }
}

/** What is kept of a request beside the state that it came to. */
export function knownOf(state: RequestState, outcome: Outcome): Parameters<RequestGroupStore['setState']>[3] {
  const failure = state === 'failed' ? failureOf(outcome) : undefined;
  return {
    ...(outcome.state === 'completed' || outcome.state === 'waiting'
      ? { activityId: outcome.activityId }
      : {}),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** An activity is called what the file calls its request. */
async function keepReference(
  references: RunParts['references'],
  of: {
    readonly set: Pick<StoredGroup, 'profileId'>;
    readonly request: Pick<StoredRequest, 'reference'>;
    readonly activityId: string | undefined;
  },
): Promise<void> {
  const { reference } = of.request;
  if (of.activityId !== undefined && reference !== null)
    await references.keep(of.set.profileId, of.activityId, reference);
}

/** Why a run pauses once its approval has expired. */
export const STALE = errorText(groupError('APPROVAL_OLD'));

const changed = (): AppError => approvalError('APPROVAL_MISMATCH.ofGroup');

const tooMany = ({ code, message, remedy }: Stopped): Stopped => ({
  code,
  message: `${FAILURES} requests in a row failed, the last one with: ${message}`,
  remedy,
});

/** What a run says that an error ended. */
export function stoppedBy(error: unknown): Stopped {
  return errorText(error instanceof AppError ? error : groupError('SET_INTERRUPTED'));
}
