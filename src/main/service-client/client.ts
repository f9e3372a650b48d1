import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';
import { type Activity, fingerprintOf } from '#protocol/activity.ts';
import { getActivity, listActivities } from '#protocol/catalogue/activities.ts';
import {
  type Operation,
  type OutputOf,
  type ParametersOf,
  type QueryOperation,
  type SubmitOperation,
  pathOf,
  queryBody,
  submitResponse,
} from '#protocol/catalogue/operation.ts';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { sleep } from '../platform/clock.ts';
import {
  ANSWER_LIMIT,
  type Answer,
  type Pauses,
  endingPauses,
  exchange,
  pauseMs,
  readJson,
  retry,
  turnIfLong,
} from './exchange.ts';
import {
  ServiceRefusal,
  answerInvalid,
  explainTime,
  readErrorBody,
  serviceRefusal,
} from './service-refusal.ts';
import { type RequestPace, createRequestPace } from './request-pace.ts';
import type { StampHeader, Stamper } from './request-parts.ts';
import type { RoutedPlace, Routes } from './routes.ts';

/** Whom to speak to, and as whom. */
export interface Target {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly profileId: string;
  /** The profile's name, as the journal's lines say it. */
  readonly profileName: string;
  /** How often the profile had moved when this place was read (docs/decisions/132). */
  readonly moves: number;
  readonly stamper: Stamper;
  /** Proxy and certificates of a hosted profile; absent for the service on this computer. */
  readonly network?: RoutedPlace['network'];
  /** In the place of both, for one test of a connection. */
  readonly through?: Dispatcher;
}

/** The service's API. Every request is stamped over the exact bytes that are sent. */
export interface Client {
  /** Asks a query. @throws ServiceError */
  query<O extends QueryOperation>(
    target: Target,
    operation: O,
    parameters: ParametersOf<O>,
  ): Promise<OutputOf<O>>;
  /**
   * Sends a submit request and polls its activity until it is settled or waits for people.
   * @param body the exact UTF-8 bytes
   * @throws ServiceError; `reach` says whether the request may have had its effect
   */
  submit(target: Target, operation: SubmitOperation, body: Uint8Array): Promise<Activity>;
  /** How long the next request waits for its turn at a service that limits them, in ms; 0 where no limit is known. */
  waitMs(target: Pick<Target, 'baseUrl'>): number;
  close(): Promise<void>;
}

/** A query that was stamped, and how it ended; those of submit requests are their sender's. */
export interface StampedQuery {
  readonly target: Target;
  readonly operation: QueryOperation;
  readonly body: Uint8Array;
  readonly outcome: string;
}

/** How one try to reach a service went. */
export interface ClientCall {
  /** Whose service it was. */
  readonly profileId: string;
  /** When it was sent, in ms since the epoch. */
  readonly sentMs: number;
  /** Whether a service answered, whatever it said; a page or a proxy before it is none. */
  readonly isAnswered: boolean;
  /** How far the service's clock is ahead of this machine's, in ms; null where the answer does not say. */
  readonly offsetMs: number | null;
}

/** What a client tells while it works. */
export interface ClientNews {
  onCall(call: ClientCall): void;
  onQuery(query: StampedQuery): void;
  /** The service answered a request of that credential: with a refusal's code, or null where it took the stamp. */
  onAnswer(publicKey: string, refusal: string | null): void;
}

/**
 * Makes a client. Connections are kept open between requests.
 * @param routes the ways of hosted profiles
 */
export function createClient(
  given: Omit<Pauses, 'closed'>,
  version: string,
  tell: ClientNews,
  routes: Pick<Routes, 'dispatcher'>,
): Client {
  const { pauses, end } = endingPauses(given);
  const { clock, timing } = pauses;
  const agent = new Agent({
    connect: { timeout: timing.connectMs },
    headersTimeout: timing.headersMs,
    bodyTimeout: timing.bodyMs,
    maxResponseSize: ANSWER_LIMIT,
  });

  // There once a place has told of a rate, or refused something for it.
  let pace: RequestPace | null = null;
  const send = async (target: Target, operation: Operation, body: Uint8Array): Promise<unknown> => {
    const turn = (): Promise<void> => pace?.turn(target.baseUrl) ?? Promise.resolve();
    // Before the stamp: a lock ends what waits here.
    await turn();
    const { name, value } = await stampOf(target, body);
    // An assertion that counts is good for one try.
    const tries = target.stamper.asksEachTime ? { ...pauses, timing: { ...timing, retries: 0 } } : pauses;
    const headers = {
      'content-type': 'application/json',
      'x-client-version': `keyops-console@${version}`,
      [name]: value,
    };
    const url = `${target.baseUrl}${pathOf(operation)}`;
    const { network } = target;
    // Plain http is on this computer only: no proxy and no certificate is asked for.
    const isHere = network === undefined || target.baseUrl.startsWith('http://');
    const dispatcher =
      target.through ?? (isHere ? agent : routes.dispatcher({ ...target, network }, ANSWER_LIMIT));
    const attempt = async (): Promise<unknown> => {
      const sentMs = clock.now();
      const told = { profileId: target.profileId, sentMs };
      let came: Answer;
      let answer: ServiceAnswer;
      try {
        const limitMs = timing.answerMs;
        came = await exchange(dispatcher, url, { method: 'POST', headers, body, limitMs });
        await turnIfLong(came.bytes);
        answer = readAnswer(came);
        const isTooFast = answer.refusal?.isTooFast === true;
        if (isTooFast || came.rateIntervalMs !== undefined) pace ??= createRequestPace(pauses);
        pace?.onAnswer({ baseUrl: target.baseUrl, sentMs }, { ...came, isTooFast });
      } catch (error) {
        tell.onCall({ ...told, isAnswered: false, offsetMs: null });
        throw error;
      }
      const { serviceTimeMs, refusal, value } = answer;
      const offsetMs =
        serviceTimeMs === undefined ? null : Math.round(serviceTimeMs - (sentMs + clock.now()) / 2);
      tell.onCall({ ...told, isAnswered: true, offsetMs });
      tell.onAnswer(target.stamper.publicKey, refusal?.code ?? null);
      if (refusal !== null) throw explainTime(refusal, offsetMs);
      await turnIfLong(came.bytes);
      return value;
    };
    return retry(tries, attempt, turn, () => target.stamper.isAllowed?.() !== false);
  };

  const ask = async <O extends QueryOperation>(
    target: Target,
    operation: O,
    parameters: ParametersOf<O>,
  ): Promise<OutputOf<O>> => {
    const body = toUtf8(queryBody(operation, target.organizationId, parameters));
    let outcome = 'failed';
    try {
      const parsed = operation.output.safeParse(await send(target, operation, body));
      if (!parsed.success) throw answerInvalid(`it is no answer to ${operation.path}`, parsed.error);
      outcome = 'completed';
      return parsed.data as OutputOf<O>;
    } catch (error) {
      if (error instanceof ServiceRefusal) outcome = `failed: ${error.code}`;
      throw error;
    } finally {
      tell.onQuery({ target, operation, body, outcome });
    }
  };

  const poll = async (target: Target, first: Activity): Promise<Activity> => {
    const endMs = clock.now() + timing.pollForMs;
    let current = first;
    let waitedMs = 0;
    // What it has waited ends it as well: the clock may be set back meanwhile.
    const isTime = (): boolean => clock.now() < endMs && waitedMs < timing.pollForMs;
    for (let round = 0; !isSettled(current) && isTime(); round += 1) {
      const ms = pauseMs(timing.pollMs, round, 8, pauses.random);
      await sleep(clock, ms, pauses.closed);
      waitedMs += ms;
      try {
        ({ activity: current } = await ask(target, getActivity, { activityId: first.id }));
      } catch (error) {
        // The service works on without us; whoever unlocks looks at the activity again.
        if (isLockedAway(error)) return current;
        throw afterSending(error);
      }
      if (current.id !== first.id) throw answerInvalid('it is about another activity');
    }
    return current;
  };

  return {
    query: ask,
    submit: async (target, operation, body) => {
      const parsed = submitResponse.safeParse(await send(target, operation, body));
      if (!parsed.success) throw answerInvalid('it holds no activity', parsed.error);
      const answered = parsed.data.activity;
      requireOurs(answered, target, operation, body);
      // A person is not asked again and again for what a later look can tell.
      const settled = target.stamper.asksEachTime ? answered : await poll(target, answered);
      requireOurs(settled, target, operation, body);
      return settled;
    },
    waitMs: ({ baseUrl }) => pace?.waitMs(baseUrl) ?? 0,
    close: () => {
      end();
      return agent.destroy();
    },
  };
}

interface ServiceAnswer {
  readonly serviceTimeMs: number | undefined;
  readonly refusal: ServiceRefusal | null;
  readonly value: unknown;
}

/** An answer as a service's, or what is none. @throws ServiceError `SERVICE_ANSWER_INVALID` */
function readAnswer({ status, text, serviceTimeMs, retryAfterMs }: Answer): ServiceAnswer {
  if (status === 200) return { serviceTimeMs, refusal: null, value: readJson(text) };
  const refusal = readErrorBody(status, text, retryAfterMs);
  if (refusal.code === 'SERVICE_ANSWER_INVALID') throw refusal;
  return { serviceTimeMs, refusal, value: undefined };
}

/** The stamp of a body. What kept it from being made kept the request from being sent. @throws ServiceError */
async function stampOf({ stamper }: Target, body: Uint8Array): Promise<StampHeader> {
  try {
    return await stamper.stamp(body);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new ServiceRefusal(cause.code, cause.message, cause.remedy, { delivery: 'not-sent', cause });
  }
}

/** Whether the lock kept a stamp from being made; no service says this. */
const isLockedAway = (error: unknown): boolean =>
  error instanceof ServiceRefusal && error.code === 'VAULT_LOCKED' && error.httpStatus === undefined;

/** What keeps an activity from being asked for says nothing of the request that made it. */
function afterSending(error: unknown): unknown {
  if (!(error instanceof ServiceRefusal) || error.delivery === 'uncertain') return error;
  return new ServiceRefusal(error.code, error.message, error.remedy, { delivery: 'uncertain', cause: error });
}

const MOVING = new Set(['ACTIVITY_STATUS_CREATED', 'ACTIVITY_STATUS_PENDING']);
const isSettled = (activity: Activity): boolean => !MOVING.has(activity.status);

const ballotBody = z.object({ parameters: z.object({ fingerprint: z.string() }) });

/** The fingerprint that a vote's body names. */
const votedOn = (body: Uint8Array): string =>
  ballotBody.parse(JSON.parse(fromUtf8(body, 'body'))).parameters.fingerprint;

/**
 * Refuses an answer about another request: it must never be shown as the answer to this one.
 * @throws ServiceError `SERVICE_ANSWER_MISMATCH`
 */
export function requireOurs(
  activity: Activity,
  target: Pick<Target, 'organizationId'>,
  operation: SubmitOperation,
  body: Uint8Array,
): void {
  // The answer to a vote is the activity that was voted on.
  const voted = operation.ballot === true ? votedOn(body) : undefined;
  const wrong =
    activity.fingerprint !== (voted ?? fingerprintOf(body))
      ? 'fingerprint'
      : voted === undefined && activity.type !== operation.type
        ? 'type'
        : activity.organizationId !== target.organizationId
          ? 'organization'
          : undefined;
  if (wrong === undefined) return;
  throw serviceRefusal('SERVICE_ANSWER_MISMATCH', { wrong, delivery: 'uncertain' });
}

type List = typeof listActivities;
type Ask = (operation: List, parameters: ParametersOf<List>) => Promise<OutputOf<List>>;

interface AskedActivities extends Pick<ParametersOf<List>, 'filterByStatus' | 'filterByType'> {
  /** The ID of the one before the first; the newest is the first where it is left out. */
  readonly before?: string | null;
  /** How many come at once, 100 at most. */
  readonly size: number;
  /** How many are asked for in all. */
  readonly most: number;
}

/** What a service says of a page that is too large for it, or the console of the answer. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof ServiceRefusal &&
  (error.isTooLarge ||
    error.refusalBody?.fieldViolations.some(({ field }) => field === 'paginationOptions.limit') === true);

/**
 * Activities page by page, the newest first. Anybody who may sign in can make activities of 2 MB, which wait for votes: a page
 * that is too large is asked for in smaller ones, so that they don't hide what others asked for.
 * @returns pages, the last of which has the last activity, or the last of `most`
 * @throws ServiceError
 */
export async function* activityPages(
  ask: Ask,
  { before = null, size, most, ...filter }: AskedActivities,
): AsyncGenerator<readonly Activity[]> {
  let last = before;
  let part = size;
  for (let count = 0; count < most;) {
    const limit = Math.min(part, most - count);
    const cursor = last === null ? {} : { before: last };
    let page: readonly Activity[];
    try {
      const paginationOptions = { limit: String(limit), ...cursor };
      ({ activities: page } = await ask(listActivities, { ...filter, paginationOptions }));
    } catch (error) {
      if (limit === 1 || !isTooLarge(error)) throw error;
      part = Math.ceil(limit / 4);
      continue;
    }
    yield page;
    if (page.length < limit) return;
    count += page.length;
    last = page.at(-1)?.id ?? null;
  }
}

/** All of them at once; see {@link activityPages}. @throws ServiceError */
export async function allActivities(ask: Ask, asked: AskedActivities): Promise<readonly Activity[]> {
  const found: Activity[] = [];
  for await (const page of activityPages(ask, asked)) found.push(...page);
  return found;
}
