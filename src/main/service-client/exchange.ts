import { setMaxListeners } from 'node:events';
import { type Dispatcher, errors, request } from 'undici';
import { type Clock, TIMING, type Timing, sleep } from '../platform/clock.ts';
import { nextTurn } from '../platform/pacing.ts';
import {
  ServiceRefusal,
  afterUncertainTry,
  answerInvalid,
  answerTooLarge,
  serviceRefusal,
} from './service-refusal.ts';

/** What a pause needs: the time, the limits, and a number from 0 to 1 that spreads clients apart. */
export interface Pauses {
  readonly clock: Clock;
  readonly timing: Timing;
  readonly random: () => number;
  /** Ends every pause: who paused has closed, and tries nothing any more. */
  readonly closed?: AbortSignal;
}

/** Pauses that end when who makes them closes. */
export function endingPauses(given: Omit<Pauses, 'closed'>): {
  readonly pauses: Pauses & { readonly closed: AbortSignal };
  readonly end: () => void;
} {
  const closing = new AbortController();
  // Each request that pauses listens: Node takes more than ten for a leak.
  setMaxListeners(0, closing.signal);
  return { pauses: { ...given, closed: closing.signal }, end: () => closing.abort() };
}

/** A pause that doubles with each round up to `factor` times the first, and is spread over its upper half. */
export const pauseMs = (firstMs: number, round: number, factor: number, random: () => number): number =>
  Math.round(firstMs * Math.min(2 ** round, factor) * (0.5 + random() / 2));

/**
 * Sends the same bytes until there is an answer. Only for requests that the service recognises by their fingerprint, or
 * that only read: repeating them has no second effect.
 * @param turn waits for the turn of a further try; how long it takes doesn’t count
 * @param isAllowed whether there may be a further try at all: a lock ends what was stamped before it
 * @throws ServiceError the last one; its `delivery` is `uncertain` where an earlier try may have had an effect
 */
export async function retry<T>(
  pauses: Pauses,
  attempt: () => Promise<T>,
  turn: () => Promise<void> = () => Promise.resolve(),
  isAllowed: () => boolean = () => true,
): Promise<T> {
  const { clock, timing, random, closed } = pauses;
  let endMs = clock.now() + timing.retryForMs;
  let isUncertain = false;
  const isOver = (): boolean => closed?.aborted === true || !isAllowed();
  for (let round = 0; ; round += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      isUncertain ||= error.delivery === 'uncertain';
      // Never sooner than the service asks for, and not at all where that is longer than anybody waits.
      const pause = Math.max(pauseMs(timing.retryMs, round, 8, random), error.retryAfterMs ?? 0);
      const tries = error.isTooFast && timing.retries > 0 ? LIMITED_TRIES : timing.retries;
      const isLast = round >= tries || clock.now() + pause >= endMs || !worthRepeating(error);
      if (!isLast) await sleep(clock, pause, closed);
      const ended = isUncertain ? afterUncertainTry(error) : error;
      if (isLast || isOver()) throw ended;
      const sinceMs = clock.now();
      await turn();
      if (isOver()) throw ended;
      endMs += clock.now() - sinceMs;
    }
  }
}

/** A request that was refused for its rate alone had no effect, and others wait in the same queue. */
const LIMITED_TRIES = 8;

const REPEATABLE = new Set([
  'SERVICE_UNREACHABLE',
  'SERVICE_TIMEOUT',
  'SERVICE_CONNECTION_LOST',
  'PROXY_UNREACHABLE',
]);
const worthRepeating = (error: ServiceRefusal): boolean =>
  REPEATABLE.has(error.code) ||
  error.httpStatus === 429 ||
  (error.httpStatus !== undefined && error.httpStatus >= 500 && error.httpStatus !== 501);

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The service's clock, in ms since the epoch, where the answer says it. */
  readonly serviceTimeMs: number | undefined;
  /** How long the service asks to be left alone, where it does. */
  readonly retryAfterMs: number | undefined;
  /** How long to leave between two requests, where the service says how many it takes. */
  readonly rateIntervalMs: number | undefined;
}

/** The largest answer that is read, in bytes. */
export const ANSWER_LIMIT = 16 * 1024 * 1024;
/**
 * How much structure an answer may have, so that reading it holds nothing up: a list of 10,000 keys has 360,000 values.
 * (Another thread could read it; to take over what it read costs more than to read it.)
 */
const MOST_VALUES = 500_000;
const DEEPEST = 64;
/** Below this many bytes, no structure takes long. */
const SMALL = 256 * 1024;

/** One request: exact bytes, or none. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Ends it, whatever it has brought by then. */
  readonly signal?: AbortSignal;
  /** How long it may take in all, in ms; as long as any answer when left out. */
  readonly limitMs?: number;
}

/**
 * Sends a request once and reads the whole answer. Redirects are not followed: a stamp is for one service.
 * @throws ServiceError `SERVICE_UNREACHABLE`, `SERVICE_TIMEOUT`, `SERVICE_ANSWER_INVALID`, `SERVICE_CONNECTION_LOST`
 */
export async function exchange(
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body, signal, limitMs = TIMING.answerMs }: Request,
): Promise<Answer> {
  const limit = new AbortController();
  const late = (): void => limit.abort(new DOMException('The answer took too long.', 'TimeoutError'));
  const timer = setTimeout(late, limitMs);
  try {
    const response = await request(url, {
      method,
      dispatcher,
      headers,
      body: body ?? null,
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    });
    const bytes = await response.body.bytes();
    await turnIfLong(bytes);
    requireModest(bytes);
    await turnIfLong(bytes);
    if (response.statusCode >= 300 && response.statusCode < 400) {
      throw answerInvalid(`status ${response.statusCode}, a redirect`);
    }
    return {
      status: response.statusCode,
      bytes,
      text: new TextDecoder().decode(bytes),
      serviceTimeMs: readServiceTime(response.headers),
      retryAfterMs: readRetryAfter(response.headers['retry-after']),
      rateIntervalMs: readRateInterval(response.headers['ratelimit-limit']),
    };
  } catch (error) {
    throw error instanceof ServiceRefusal ? error : toServiceError(error, new URL(url).host);
  } finally {
    clearTimeout(timer);
  }
}

/** Comes between the steps of reading an answer: after each step of a long one others have their turn. */
export async function turnIfLong({ length }: Uint8Array): Promise<void> {
  if (length >= SMALL) await nextTurn();
}

/**
 * Refuses what would take long to read for what it is: counts what separates and nests outside of texts.
 * @throws ServiceError `SERVICE_ANSWER_INVALID`
 */
function requireModest(bytes: Uint8Array): void {
  if (bytes.length < SMALL) return;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) at = endOfText(bytes, at);
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      values += 1;
      depth += 1;
      if (depth > DEEPEST) throw answerInvalid('it is nested deeper than any answer');
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  if (values > MOST_VALUES) throw answerTooLarge('it has more values than any answer');
}

/** Where the text ends that begins there. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== 0x22; at += 1) if (bytes[at] === 0x5c) at += 1;
  return at;
}

function readServiceTime(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const precise = Number(headers['x-service-time-ms'] ?? Number.NaN);
  if (Number.isSafeInteger(precise) && precise > 0) return precise;
  const date = Date.parse(String(headers['date']));
  return Number.isFinite(date) ? date : undefined;
}

/** Whole seconds (RFC 9110, section 10.2.3); its other form, a date, depends on two clocks and is left aside. */
const readRetryAfter = (value: string | string[] | undefined): number | undefined =>
  typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) * 1000 : undefined;

/** So many requests a second, or in the window that it names: `3`, `60;w=60`. */
function readRateInterval(value: string | string[] | undefined): number | undefined {
  const found = typeof value === 'string' ? /^(\d{1,6})(?:;\s*w=(\d{1,5}))?(?:,|$)/.exec(value) : null;
  const [count, window] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 1)];
  return count === 0 ? undefined : (window * 1000) / count;
}

const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function toServiceError(cause: unknown, host: string): ServiceRefusal {
  const code = codeOf(cause);
  if (code !== undefined && UNSENT.has(code)) {
    return serviceRefusal('SERVICE_UNREACHABLE', { host, delivery: 'not-sent', cause });
  }
  if (code === 'NETWORK_REFUSED') {
    return serviceRefusal('SERVICE_OFFLINE', { host, delivery: 'not-sent', cause });
  }
  if (isTimeout(cause)) {
    return serviceRefusal('SERVICE_TIMEOUT', { host, delivery: 'uncertain', cause });
  }
  if (cause instanceof errors.ResponseExceededMaxSizeError)
    return answerTooLarge('it is larger than any answer', cause);
  if (cause instanceof errors.HTTPParserError) return answerInvalid('it is not HTTP', cause);
  return serviceRefusal('SERVICE_CONNECTION_LOST', { host, delivery: 'uncertain', cause });
}

const isTimeout = (cause: unknown): boolean =>
  cause instanceof errors.HeadersTimeoutError ||
  cause instanceof errors.BodyTimeoutError ||
  (cause instanceof DOMException && cause.name === 'TimeoutError');

// Several addresses of one host fail together as an AggregateError, whose own code is that of the first.
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The JSON of an answer. @throws ServiceError `SERVICE_ANSWER_INVALID` */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw answerInvalid('it is not JSON', cause);
  }
}
