import type { Outcome } from '#preload/contract/requests.ts';
import { errorText } from '#protocol/define-errors.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Target } from '../../service-client/client.ts';
import type {
  RequestGroupStore,
  RequestState,
  StoredGroup,
  StoredRequest,
} from '../../storage/request-groups.ts';
import { approvalError } from '../approvals/errors.ts';
import { type PreviewReads, previewMakerOf } from '../previews/module.ts';
import { type SendParts, type SentRequest, send } from '../requests/module.ts';
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

/** How many requests are on their way at once. */
const AT_ONCE = 8;
/** So many failures in a row stop a run: what they have in common is worth a look. */
const FAILURES = 5;

/** Why a run stopped by itself. */
export interface Stopped {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

const LIMITED = 'RATE_LIMIT_EXCEEDED';
/** What says nothing about the request itself: it could not be stamped, did not leave, or its stamp was not taken. */
const STOPPING = new Set([
  'SERVICE_UNREACHABLE',
  LIMITED,
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
    readonly onSettled: (state: RequestState) => void;
  },
): GroupRun {
  const { set, list, target, sink, onSettled } = options;
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

  /** Sends a request, and again after a pause where the service refuses it for its limit of requests. */
  const sendInTime = async (sentRequest: SentRequest): Promise<Outcome> => {
    for (;;) {
      await rate.wait();
      const outcome = await send(parts.send, sentRequest);
      const isRefused = outcome.state === 'failed' && outcome.code === LIMITED;
      if (!isRefused) rate.taken();
      if (!isRefused || !going || !rate.refused()) return outcome;
    }
  };

  const one = async (request: StoredRequest): Promise<void> => {
    const sentRequest = await sentRequestOf(parts.reads, set, request, target);
    if (!list.covers(request.position, sentRequest.body)) throw changed();
    await parts.groups.setState(set.id, request.position, 'sent');
    const outcome = await sendInTime(sentRequest);
    const { state: reached, stop } = conclude(outcome);
    // What was refused before it was ever sent is new again: its time may be set anew.
    const state = reached === 'sent' && outcome.state === 'failed' && !sentRequest.resumed ? 'new' : reached;
    if (state !== 'sent' && state !== 'new') await sink.settled(request, outcome);
    await parts.groups.setState(set.id, request.position, state, knownOf(state, outcome));
    onSettled(state);
    failures = state === 'failed' ? failures + 1 : 0;
    if (stop !== null) pause(stop);
    else if (failures >= FAILURES && outcome.state === 'failed') pause(tooMany(outcome));
  };
  const work = async (): Promise<void> => {
    while (going) {
      const request = await take();
      if (request === undefined) return;
      try {
        await one(request);
      } catch (error) {
        pause(stoppedBy(error));
        if (!(error instanceof AppError)) throw error;
      }
    }
  };
  const finished = Promise.allSettled(Array.from({ length: AT_ONCE }, work)).then((ended) => {
    const thrown = ended.find((each) => each.status === 'rejected');
    return why ?? (thrown === undefined ? null : stoppedBy(thrown.reason));
  });
  return { pause, finished };
}

/** A stored request on its way, with what its result is checked against. */
export async function sentRequestOf(
  reads: PreviewReads,
  set: StoredGroup,
  request: StoredRequest,
  target: Target,
): Promise<SentRequest> {
  const { operation, parameters } = readRequest(request);
  const { expectation } = await previewMakerOf(operation)(parameters, { operation, ...reads });
  return {
    operation,
    body: toUtf8(request.body),
    target,
    profileId: set.profileId,
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

const changed = (): AppError => approvalError('APPROVAL_MISMATCH.ofGroup');

const tooMany = ({ code, message, remedy }: Stopped): Stopped => ({
  code,
  message: `${FAILURES} requests in a row failed, the last one with: ${message}`,
  remedy,
});

function stoppedBy(error: unknown): Stopped {
  return errorText(error instanceof AppError ? error : groupError('SET_INTERRUPTED'));
}
