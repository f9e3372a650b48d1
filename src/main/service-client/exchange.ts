import { errors, request } from 'undici';
import type { Dispatcher } from 'undici';
import { answerInvalid, ServiceRefusal } from './service-refusal.ts';
import { serviceRefusal } from './service-refusal.ts';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The service's clock, in ms since the epoch, where the answer says it. */
  readonly serviceTimeMs: number | undefined;
  /** How long the service asks to be left alone, where it does. */
  readonly retryAfterMs: number | undefined;
}

/** The largest answer that is read, in bytes. */
export const ANSWER_LIMIT = 16 * 1024 * 1024;

/** One request: exact bytes, or none. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Ends it, whatever it has brought by then. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request once and reads the whole answer. Redirects are not followed: a stamp is for one service.
 * @throws ServiceError `SERVICE_UNREACHABLE`, `SERVICE_TIMEOUT`, `SERVICE_ANSWER_INVALID`, `SERVICE_CONNECTION_LOST`
 */
export async function exchange(
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body, signal }: Request,
): Promise<Answer> {
  try {
    const response = await request(url, {
      method,
      dispatcher,
      headers,
      body: body ?? null,
      signal: signal ?? null,
    });
    const text = await response.body.text();
    if (response.statusCode >= 300 && response.statusCode < 400) {
      throw answerInvalid(`status ${response.statusCode}, a redirect`);
    }
    return {
      status: response.statusCode,
      text,
      serviceTimeMs: readServiceTime(response.headers),
      retryAfterMs: readRetryAfter(response.headers['retry-after']),
    };
  } catch (error) {
    throw error instanceof ServiceRefusal ? error : toServiceError(error, new URL(url).host);
  }
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
  if (isTimeout(cause)) {
    return serviceRefusal('SERVICE_TIMEOUT', { host, delivery: 'uncertain', cause });
  }
  if (cause instanceof errors.ResponseExceededMaxSizeError)
    return answerInvalid('it is larger than any answer', cause);
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
