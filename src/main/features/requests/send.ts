import { z } from 'zod';
import type { Outcome } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import type { Activity } from '#protocol/activity.ts';
import { getActivity } from '#protocol/catalogue/activities.ts';
import { errorText, type ErrorText } from '#protocol/define-errors.ts';
import { fromUtf8, sha256Hex } from '#protocol/encoding.ts';
import { consensusOf } from '../../governance/votes/consensus.ts';
import type { Client } from '../../service-client/client.ts';
import { findActivity } from '../../service-client/find-activity.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Journal } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/line.ts';
import { concludeVote } from '../../governance/votes/votes.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { serviceRefusal } from '../../service-client/service-refusal.ts';
import type { RequestSeal } from '../../vault/request-seal.ts';
import type { StoredSentRequest, SentRequestStore } from '../../storage/sent-requests.ts';
import { requestError } from './errors.ts';
import { applyResult } from './result-handler.ts';
import type { PaidRecipients } from '../previews/module.ts';
import type { SentRequest } from './sent-request.ts';
import { verifyResult } from './verify-result.ts';

/** Too old to be sent again, and not to be found. */
const REQUEST_LOST = 'REQUEST_LOST';

/** What sending needs around it. */
export interface SendParts {
  readonly client: Client;
  readonly journal: Journal;
  readonly requests: SentRequestStore;
  readonly requestSeal: RequestSeal;
  readonly clock: Clock;
  /** Keeps whom completed transactions paid; without it nobody is kept. */
  readonly paid?: Pick<PaidRecipients, 'record'>;
  /** A journal line that could not be written; the outcome is shown all the same. */
  readonly onJournalFault: (error: unknown) => void;
  /** After a line was written, or could not be. */
  readonly onRecorded: () => void;
}

/**
 * Keeps the request, stamps and sends it, checks the answer, and writes its line into the journal. What was sent is
 * kept before it leaves: a crash at any point leaves a request that can be resumed, and a line that is written later.
 */
export async function send(parts: SendParts, shipment: SentRequest): Promise<Outcome> {
  const bytes = shipment.body;
  const fingerprint = fingerprintOf(bytes);
  const sealed = {
    operation: shipment.operation.path,
    body: fromUtf8(bytes),
    profileId: shipment.profileId,
    publicKey: shipment.target.stamper.publicKey,
    expectation: JSON.stringify(shipment.expectation),
  };
  const mac = await parts.requestSeal.make(sealed);
  const request: StoredSentRequest = { ...sealed, fingerprint, sentAtMs: parts.clock.now(), mac };
  await parts.requests.add(request);
  let outcome: Outcome;
  try {
    const activity = await submit(parts.client, shipment, fingerprint);
    outcome = await withConsensus(parts.client, shipment, activity, conclude(shipment, activity));
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    outcome = concludeFailure(error, fingerprint);
  }
  outcome = await applyResult(shipment.followUp, outcome);
  await record(parts, shipment, bytes, outcome);
  await recordPaid(parts, shipment, outcome);
  await parts.requests.settle(fingerprint, settledAs(outcome));
  return outcome;
}

const settledAs = ({ state }: Outcome): Parameters<SentRequestStore['settle']>[1] =>
  state === 'unanswered' ? 'open' : state === 'waiting' ? 'waiting' : 'answered';

/**
 * Looks again at a request whose activity was waiting: asks for the activity, and concludes as `send` would have.
 * @throws ServiceError
 */
export async function revisit(
  parts: Pick<SendParts, 'client' | 'requests' | 'paid' | 'onJournalFault'>,
  shipment: SentRequest,
  activityId: string,
): Promise<Outcome> {
  const { client, requests } = parts;
  const { activity } = await client.query(shipment.target, getActivity, { activityId });
  const concluded = await withConsensus(client, shipment, activity, conclude(shipment, activity));
  const outcome = await applyResult(shipment.followUp, concluded);
  await recordPaid(parts, shipment, outcome);
  await requests.settle(fingerprintOf(shipment.body), settledAs(outcome));
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

async function submit(client: Client, shipment: SentRequest, fingerprint: string): Promise<Activity> {
  const { target, operation, body, resumed } = shipment;
  try {
    return await client.submit(target, operation, body);
  } catch (error) {
    if (!resumed || !(error instanceof ServiceRefusal)) throw error;
    if (error.code !== 'INVALID_TIME') throw stillPossible(error);
    // Too old to be sent again: whether it was carried out is read from the service's own list.
    const { timestampMs } = stampedBody.parse(JSON.parse(fromUtf8(body)));
    const sent = { operation, fingerprint, stampedAtMs: Number(timestampMs) };
    const found = await findActivity(client, target, sent);
    if (found === 'none') throw tooOld('NOT_CARRIED_OUT', error);
    if (found === 'unsure') throw tooOld('UNSURE', error);
    return found;
  }
}

const stampedBody = z.looseObject({ timestampMs: z.string() });

/** A request that cannot be sent again, and what the service's list says of the first time. */
const tooOld = (first: 'NOT_CARRIED_OUT' | 'UNSURE', cause: unknown): ServiceRefusal =>
  first === 'NOT_CARRIED_OUT'
    ? serviceRefusal('REQUEST_TOO_OLD', { delivery: 'not-sent', cause })
    : serviceRefusal(REQUEST_LOST, { delivery: 'uncertain', cause });

/** What did not leave this time may have arrived the first time. */
const stillPossible = (error: ServiceRefusal): ServiceRefusal =>
  error.httpStatus !== undefined || error.delivery === 'uncertain'
    ? error
    : new ServiceRefusal(error.code, error.message, error.remedy, { delivery: 'uncertain', cause: error });

async function record(
  parts: SendParts,
  shipment: SentRequest,
  bytes: Uint8Array,
  outcome: Outcome,
): Promise<void> {
  try {
    await parts.journal.append({
      profile: shipment.target.profileName,
      publicKey: shipment.target.stamper.publicKey,
      operation: shipment.operation.path,
      digest: sha256Hex(bytes),
      subject: subjectOf(shipment.operation.path, bytes),
      outcome: outcomeWord(outcome),
    });
  } catch (error) {
    parts.onJournalFault(error);
  }
  parts.onRecorded();
}

/** What cannot be kept is told as a fault of the journal is; the outcome is what it is. */
async function recordPaid(
  { paid, onJournalFault }: Pick<SendParts, 'paid' | 'onJournalFault'>,
  shipment: SentRequest,
  outcome: Outcome,
): Promise<void> {
  try {
    await paid?.record(shipment, outcome);
  } catch (error) {
    onJournalFault(error);
  }
}

function outcomeWord(outcome: Outcome): string {
  if (outcome.state === 'failed') return `failed: ${outcome.code}`;
  if (outcome.state !== 'completed') return outcome.state;
  return outcome.verifications.every((check) => check.passed)
    ? 'completed'
    : 'completed, verification failed';
}

function conclude({ operation, body, expectation, target }: SentRequest, activity: Activity): Outcome {
  if (operation.ballot === true)
    return concludeVote(operation, activity, fromUtf8(body), target.stamper.publicKey);
  const { id: activityId, fingerprint } = activity;
  switch (activity.status) {
    case 'ACTIVITY_STATUS_COMPLETED':
      return {
        state: 'completed',
        activityId,
        fingerprint,
        ...verifyResult(operation, activity, fromUtf8(body), expectation),
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
