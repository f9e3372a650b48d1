import { z } from 'zod';
import type { Outcome } from '#preload/contract/requests.ts';
import { type Activity, fingerprintOf } from '#protocol/activity.ts';
import { getActivity } from '#protocol/catalogue/activities.ts';
import { type ErrorText, errorText } from '#protocol/define-errors.ts';
import { fromUtf8, sha256Hex } from '#protocol/encoding.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { consensusOf } from '../../governance/votes/consensus.ts';
import { concludeVote } from '../../governance/votes/votes.ts';
import { type Journal, isPromised } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/line.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Client, requireOurs } from '../../service-client/client.ts';
import { findActivity } from '../../service-client/find-activity.ts';
import {
  ServiceRefusal,
  afterUncertainTry,
  answerInvalid,
  serviceRefusal,
} from '../../service-client/service-refusal.ts';
import type { SentRequestStore, StoredSentRequest } from '../../storage/sent-requests.ts';
import { vaultError } from '../../vault/errors.ts';
import type { RequestSeal } from '../../vault/row-seals.ts';
import type { PaidRecipients } from '../previews/module.ts';
import { requestError } from './errors.ts';
import type { CheckedResult, ResultChecks } from './result-checks.ts';
import { type SentRequest, applyResult } from './sent-request.ts';
import { type VerifiedResult, verifyResult } from './verify-result.ts';

/** Too old to be sent again, and not to be found. */
const REQUEST_LOST = 'REQUEST_LOST';

/** What sending needs around it. */
export interface SendParts {
  readonly client: Client;
  readonly journal: Journal;
  readonly requests: SentRequestStore;
  readonly requestSeal: RequestSeal;
  readonly clock: Clock;
  /** Whether the console is locked now: what was approved before is not stamped any more. */
  readonly isLocked: () => boolean;
  /** Keeps whom completed transactions paid; without it nobody is kept. */
  readonly paid?: Pick<PaidRecipients, 'record'>;
  /** Checks results beside this thread; without it they are checked on it. */
  readonly checks?: Pick<ResultChecks, 'check'>;
  /** Fingerprints of what is on its way now, where somebody has to know. */
  readonly underWay?: Set<string>;
  /** The requests that have no answer may be others than before. */
  readonly onUnfinished?: () => void;
  /** A journal line that could not be written; the outcome is shown all the same. */
  readonly onJournalFault: (error: unknown) => void;
  /** After a line was written, or could not be. */
  readonly onRecorded: () => void;
}

/** What somebody else keeps of a request in the same trips to the disk. */
export interface KeptBeside {
  /** Called in the turn in which the request is kept: both are on the disk, or none. */
  begin(): Promise<void>;
  /** Writes what came of it, beside the journal's line. */
  tell(outcome: Outcome): Promise<void>;
  /** Called in the turn in which the request is settled, once `tell` has written. */
  end(outcome: Outcome): Promise<void>;
}

/**
 * Keeps the request, stamps and sends it, checks the answer, and writes its line into the journal. What was sent is
 * kept before it leaves: a crash at any point leaves a request that can be resumed, and a line that is written later.
 */
export async function send(parts: SendParts, sentRequest: SentRequest): Promise<Outcome> {
  const { outcome, settled } = await sendBeside(parts, sentRequest, NOBODY);
  // It is done: one that can't be settled stays as it was kept, and is looked at again.
  await settled.catch(parts.onJournalFault);
  return outcome;
}

const NOBODY: KeptBeside = {
  begin: () => Promise.resolve(),
  tell: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

/** What came of a request that was sent beside others. */
interface SentBeside {
  readonly outcome: Outcome;
  /** Whether the service refused the last try for its rate alone: after a pause it is worth another. */
  readonly isTooFast: boolean;
  /** For how long the service asked to be left alone then, in ms. */
  readonly retryAfterMs: number;
  readonly settled: Promise<void>;
}

/**
 * As {@link send}, for many requests: what somebody else keeps goes to the disk with what is kept here.
 * @returns once the line is written; the end is on the disk when `settled` resolves, and a crash before leaves a request that
 *   can be resumed
 */
export async function sendBeside(
  parts: SendParts,
  sentRequest: SentRequest,
  beside: KeptBeside,
): Promise<SentBeside> {
  const fingerprint = fingerprintOf(sentRequest.body);
  const end = (): void => void parts.underWay?.delete(fingerprint);
  parts.underWay?.add(fingerprint);
  try {
    const sent = await carryOut(parts, sentRequest, beside);
    const tell = (): void => {
      end();
      if (sentRequest.resumed || sent.outcome.state === 'unanswered') parts.onUnfinished?.();
    };
    sent.settled.then(tell, tell);
    return sent;
  } catch (error) {
    end();
    throw error;
  }
}

async function carryOut(parts: SendParts, sentRequest: SentRequest, beside: KeptBeside): Promise<SentBeside> {
  const bytes = sentRequest.body;
  const fingerprint = fingerprintOf(bytes);
  const kept = {
    operation: sentRequest.operation.path,
    body: fromUtf8(bytes),
    profileId: sentRequest.profileId,
    publicKey: sentRequest.target.stamper.publicKey,
    expectation: JSON.stringify(sentRequest.expectation),
  };
  try {
    const mac = await parts.requestSeal.make({ ...kept, moves: sentRequest.target.moves });
    const request: StoredSentRequest = { ...kept, fingerprint, sentAtMs: parts.clock.now(), mac };
    await sentRequest.resultHandler?.sends?.();
    await Promise.all([beside.begin(), parts.requests.add(request)]);
  } catch (error) {
    // It isn't sent: nothing comes of it. One that is sent again may have arrived, and stays.
    if (!sentRequest.resumed) sentRequest.resultHandler?.onAbandoned();
    throw error;
  }
  let outcome: Outcome;
  let checked: CheckedResult | undefined;
  let tooFast: ServiceRefusal | undefined;
  try {
    const activity = await submit(parts, sentRequest, fingerprint);
    if (isResultChecked(sentRequest, activity)) checked = await parts.checks?.check(sentRequest, activity);
    outcome = await withConsensus(
      parts.client,
      sentRequest,
      activity,
      concludeActivity(sentRequest, activity, checked?.verified),
    );
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    if (error.isTooFast) tooFast = error;
    outcome = concludeFailure(error, fingerprint);
  }
  outcome = await applyResult(sentRequest.resultHandler, outcome);
  const [told, recorded] = await Promise.allSettled([
    beside.tell(outcome),
    record(parts, sentRequest, bytes, outcome),
    recordPaid(parts, { ...sentRequest, paid: checked?.paid }, outcome),
  ]);
  const isTold = told.status === 'fulfilled';
  const isRecorded = recorded.status === 'fulfilled' && recorded.value;
  const settled = Promise.all([
    isTold ? beside.end(outcome) : Promise.resolve(),
    // Without a line it stays as it was sent, so that one is written later.
    isRecorded ? parts.requests.settle(fingerprint, settledAs(outcome)) : Promise.resolve(),
  ]).then(() => undefined);
  if (!isTold) {
    await settled;
    throw told.reason;
  }
  const isTooFast = tooFast !== undefined;
  return { outcome, isTooFast, retryAfterMs: tooFast?.retryAfterMs ?? 0, settled };
}

const settledAs = ({ state }: Outcome): Parameters<SentRequestStore['settle']>[1] =>
  state === 'unanswered' ? 'open' : state === 'waiting' ? 'waiting' : 'answered';

/**
 * Looks again at a request whose activity was waiting: asks for the activity, and concludes as `send` would have.
 * @throws ServiceError
 */
export async function revisit(
  parts: Pick<SendParts, 'client' | 'requests' | 'paid' | 'onJournalFault'>,
  sentRequest: SentRequest,
  activityId: string,
): Promise<Outcome> {
  const { client, requests } = parts;
  const { target, operation, body } = sentRequest;
  const { activity } = await client.query(target, getActivity, { activityId });
  // What came of another request would end this one, and "Try again" would do it twice.
  if (activity.id !== activityId) throw answerInvalid('it is about another activity');
  requireOurs(activity, target, operation, body);
  const concluded = await withConsensus(
    client,
    sentRequest,
    activity,
    concludeActivity(sentRequest, activity),
  );
  const outcome = await applyResult(sentRequest.resultHandler, concluded);
  await recordPaid(parts, sentRequest, outcome);
  await requests.settle(fingerprintOf(body), settledAs(outcome)).catch(parts.onJournalFault);
  return outcome;
}

/** Says who is still needed; without an answer the outcome is as it was. */
async function withConsensus(
  client: Client,
  { target }: SentRequest,
  activity: Activity,
  outcome: Outcome,
): Promise<Outcome> {
  // A passkey would ask its owner once more.
  if (outcome.state !== 'waiting' || target.stamper.asksEachTime) return outcome;
  try {
    const ask: ContextResolver['query'] = (operation, parameters) =>
      client.query(target, operation, parameters);
    return { ...outcome, consensus: await consensusOf(activity, ask) };
  } catch (error) {
    if (error instanceof ServiceRefusal) return outcome;
    throw error;
  }
}

async function submit(
  { client, isLocked }: Pick<SendParts, 'client' | 'isLocked'>,
  sentRequest: SentRequest,
  fingerprint: string,
): Promise<Activity> {
  const { target, operation, body, resumed } = sentRequest;
  try {
    if (isLocked()) throw lockedMeanwhile();
    return await client.submit(target, operation, body);
  } catch (error) {
    if (!resumed || !(error instanceof ServiceRefusal)) throw error;
    if (error.code !== 'INVALID_TIME') throw afterUncertainTry(error);
    // Too old to be sent again: whether it was carried out is read from the service's own list.
    const { timestampMs } = stampedBody.parse(JSON.parse(fromUtf8(body)));
    const sent = { operation, fingerprint, stampedAtMs: Number(timestampMs) };
    const found = await findActivity(client, target, sent);
    if (found === 'none') throw tooOld('NOT_CARRIED_OUT', error);
    if (found === 'unsure') throw tooOld('UNSURE', error);
    return found;
  }
}

/** As a signer that the lock took away says it; the vault itself would read the key again. */
function lockedMeanwhile(): ServiceRefusal {
  const cause = vaultError('VAULT_LOCKED');
  return new ServiceRefusal(cause.code, cause.message, cause.remedy, { delivery: 'not-sent', cause });
}

const stampedBody = z.looseObject({ timestampMs: z.string() });

/** A request that cannot be sent again, and what the service's list says of the first time. */
const tooOld = (first: 'NOT_CARRIED_OUT' | 'UNSURE', cause: unknown): ServiceRefusal =>
  first === 'NOT_CARRIED_OUT'
    ? serviceRefusal('REQUEST_TOO_OLD', { delivery: 'not-sent', cause })
    : serviceRefusal(REQUEST_LOST, { delivery: 'uncertain', cause });

/** What is needed to end a request whose answer came by another way than the network. */
type EndParts = Pick<SendParts, 'journal' | 'requests' | 'paid' | 'onJournalFault' | 'onRecorded'>;

/**
 * Ends a request whose answer was carried here in a file: its line in the journal, and what is kept of it.
 * @param isRecorded whether the journal has the line of this end already: a crash may have come behind it
 */
export async function settleCarried(
  parts: EndParts,
  sentRequest: SentRequest,
  outcome: Outcome,
  isRecorded: boolean,
): Promise<void> {
  if (!isRecorded) {
    // Without a line it stays open, and the file that is opened again writes one.
    if (!(await record(parts, sentRequest, sentRequest.body, outcome))) return;
    await recordPaid(parts, sentRequest, outcome);
  }
  await parts.requests.settle(fingerprintOf(sentRequest.body), settledAs(outcome));
}

async function record(
  parts: EndParts,
  sentRequest: SentRequest,
  bytes: Uint8Array,
  outcome: Outcome,
): Promise<boolean> {
  let isKept = true;
  try {
    await parts.journal.append({
      profile: sentRequest.target.profileName,
      publicKey: sentRequest.target.stamper.publicKey,
      operation: sentRequest.operation.path,
      digest: sha256Hex(bytes),
      subject: subjectOf(sentRequest.operation.path, bytes),
      outcome: outcomeWord(outcome),
    });
  } catch (error) {
    isKept = isPromised(error);
    parts.onJournalFault(error);
  }
  parts.onRecorded();
  return isKept;
}

/** What cannot be kept is told as a fault of the journal is; the outcome is what it is. */
async function recordPaid(
  { paid, onJournalFault }: Pick<SendParts, 'paid' | 'onJournalFault'>,
  sentRequest: Parameters<PaidRecipients['record']>[0],
  outcome: Outcome,
): Promise<void> {
  try {
    await paid?.record(sentRequest, outcome);
  } catch (error) {
    onJournalFault(error);
  }
}

/** An outcome in the journal's words. */
export function outcomeWord(outcome: Outcome): string {
  if (outcome.state === 'failed') return `failed: ${outcome.code}`;
  if (outcome.state !== 'completed') return outcome.state;
  return outcome.verifications.every((check) => check.passed)
    ? 'completed'
    : 'completed, verification failed';
}

/** Whether an activity has a result that is checked against what was previewed. */
const isResultChecked = ({ operation }: SentRequest, { status }: Activity): boolean =>
  operation.ballot !== true && status === 'ACTIVITY_STATUS_COMPLETED';

/**
 * What an activity says of the request that made it, and what was checked about it.
 * @param verified what the checks came to, where they were made already
 */
export function concludeActivity(
  { operation, body, expectation, target }: SentRequest,
  activity: Activity,
  verified?: VerifiedResult,
): Outcome {
  if (operation.ballot === true)
    return concludeVote(operation, activity, fromUtf8(body), target.stamper.publicKey);
  const { id: activityId, fingerprint } = activity;
  switch (activity.status) {
    case 'ACTIVITY_STATUS_COMPLETED':
      return {
        state: 'completed',
        activityId,
        fingerprint,
        ...(verified ?? verifyResult(operation, activity, fromUtf8(body), expectation)),
      };
    case 'ACTIVITY_STATUS_CONSENSUS_NEEDED':
      return {
        state: 'waiting',
        activityId,
        fingerprint,
        message: 'It waits for the votes of other people.',
        consensus: null,
      };
    case 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED':
      return {
        state: 'waiting',
        activityId,
        fingerprint,
        message: 'It waits for another authenticator of yours.',
        consensus: null,
      };
    case 'ACTIVITY_STATUS_CREATED':
    case 'ACTIVITY_STATUS_PENDING':
      return {
        state: 'waiting',
        activityId,
        fingerprint,
        message: 'The service is still working on it.',
        consensus: null,
      };
    case 'ACTIVITY_STATUS_FAILED': {
      const said = activity.failure?.message;
      return failed(
        said === undefined
          ? requestError('ACTIVITY_FAILED.unsaid')
          : requestError('ACTIVITY_FAILED.said', { message: said }),
      );
    }
    case 'ACTIVITY_STATUS_REJECTED':
      return failed(requestError('ACTIVITY_REJECTED'));
  }
}

const failed = (error: ErrorText): Extract<Outcome, { state: 'failed' }> => ({
  state: 'failed',
  ...errorText(error),
});

function concludeFailure(error: ServiceRefusal, fingerprint: string): Outcome {
  if (error.delivery === 'not-sent') {
    const outcome = failed(error);
    return error.refusalBody === undefined ? outcome : { ...outcome, service: error.refusalBody };
  }
  return {
    state: 'unanswered',
    fingerprint,
    message: `${error.message} The request may or may not have been carried out.`,
    remedy:
      error.code === REQUEST_LOST
        ? error.remedy
        : 'Send it again from the unfinished requests: the same bytes have no second effect.',
  };
}
