import { z } from 'zod';
import type { RefusalBody } from '#preload/contract/service-refusal.ts';
import { defineErrors } from '#protocol/define-errors.ts';
import { errorBody } from '#protocol/error-body.ts';
import { AppError } from '#protocol/error.ts';

/** Whether a request can have had an effect though it failed. */
export type Delivery =
  /** The service said no, or never got it. */
  | 'not-sent'
  /** It may have arrived; the same bytes can be sent again. */
  | 'uncertain';

interface RefusalDetails {
  readonly delivery: Delivery;
  readonly httpStatus?: number;
  readonly refusalBody?: RefusalBody | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The service refused, did not answer, or answered something that is no answer. */
export class ServiceRefusal extends AppError {
  readonly delivery: Delivery;
  readonly httpStatus: number | undefined;
  /** What the service said, where it answered. */
  readonly refusalBody: RefusalBody | undefined;
  /** How long the service asks to be left alone, where it does. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, remedy: string, more: RefusalDetails) {
    super(code, message, remedy, { cause: more.cause });
    this.delivery = more.delivery;
    this.httpStatus = more.httpStatus;
    this.refusalBody = more.refusalBody;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** What the console says of a service that gave no refusal of its own. */
export const serviceRefusal = defineErrors(
  {
    SERVICE_ANSWER_INVALID: [
      'The service gave an answer that cannot be read: {why}.',
      'Check that the profile’s address is the address of the key service, and not of a page or a proxy before it.',
    ],
    SERVICE_ANSWER_MISMATCH: [
      'The service answered about another request: the {wrong} of its activity is not the one that was sent.',
      'Do not rely on this answer. Check the profile’s address and what stands between the console and the service.',
    ],
    SERVICE_UNREACHABLE: [
      'The service at {host} cannot be reached.',
      'Check the network and the profile’s address, then try again.',
    ],
    SERVICE_TIMEOUT: [
      'The service at {host} did not answer in time.',
      'Try again; the same request has no second effect.',
    ],
    SERVICE_CONNECTION_LOST: [
      'The connection to the service at {host} broke before the answer was whole.',
      'Try again; the same request has no second effect.',
    ],
    REQUEST_TOO_OLD: [
      'The request is too old to be sent again, and the service lists no activity for it: it was not carried out.',
      'Prepare it anew.',
    ],
    REQUEST_LOST: [
      'The request is too old to be sent again, and the service lists more activities than are looked through.',
      'Look for it in the activities before you prepare it anew.',
    ],
  },
  ({ code, message, remedy }, details: RefusalDetails) => new ServiceRefusal(code, message, remedy, details),
);

/** The answer cannot be what the service meant to say. */
export const answerInvalid = (why: string, cause?: unknown, httpStatus?: number): ServiceRefusal =>
  serviceRefusal('SERVICE_ANSWER_INVALID', {
    why,
    delivery: 'uncertain',
    cause,
    ...(httpStatus === undefined ? {} : { httpStatus }),
  });

/** The JSON of an answer. @throws ServiceError `SERVICE_ANSWER_INVALID` */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw answerInvalid('it is not JSON', cause);
  }
}

const violations = z.looseObject({
  fieldViolations: z.array(z.looseObject({ field: z.string(), description: z.string() })),
});
const codeDetail = z.union([
  z.looseObject({ serviceErrorCode: z.string() }).transform((detail) => detail.serviceErrorCode),
  z.looseObject({ turnkeyErrorCode: z.string() }).transform((detail) => detail.turnkeyErrorCode),
]);

// A map: the codes come from the service, and must not find what every object has.
const REMEDIES = new Map([
  [
    'PUBLIC_KEY_NOT_FOUND',
    'Register this credential’s public key with the organization, or choose another credential.',
  ],
  ['API_KEY_EXPIRED', 'Make a new credential and register it.'],
  [
    'SIGNATURE_INVALID',
    'Check that nothing between the console and the service changes requests, then try again.',
  ],
  ['ORGANIZATION_MISMATCH', 'Check the profile’s organization id.'],
  ['ORGANIZATION_NOT_FOUND', 'Check the profile’s organization id.'],
  ['REQUEST_NOT_AUTHORIZED', 'Ask somebody who may do this, or have a policy allow it.'],
  ['INVALID_TIME', 'Set the clock right, then try again.'],
  ['RATE_LIMIT_EXCEEDED', 'Wait a few seconds, then try again.'],
]);

/**
 * Reads the body of an answer that is no success (PROTOCOL.md, section 7).
 * @param retryAfterMs as its header says
 * @returns what the service said, or `SERVICE_ANSWER_INVALID` where the body is no error body
 */
export function readErrorBody(httpStatus: number, text: string, retryAfterMs?: number): ServiceRefusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return answerInvalid(`status ${httpStatus} with a body that is not JSON`, cause, httpStatus);
  }
  const parsed = errorBody.safeParse(value);
  if (!parsed.success)
    return answerInvalid(`status ${httpStatus} with a body that is no error`, parsed.error, httpStatus);
  const { code: status, message, details } = parsed.data;
  const fields = details.flatMap((detail) => violations.safeParse(detail).data?.fieldViolations ?? []);
  const named = details.flatMap((detail) => codeDetail.safeParse(detail).data ?? []);
  const code = parsed.data.serviceErrorCode ?? parsed.data.turnkeyErrorCode ?? named[0] ?? 'UNSPECIFIED';
  const fieldViolations = fields.map(({ field, description }) => ({ field, description }));
  return new ServiceRefusal(code, message, REMEDIES.get(code) ?? 'Correct the request and try again.', {
    delivery: httpStatus >= 500 && httpStatus !== 501 ? 'uncertain' : 'not-sent',
    httpStatus,
    retryAfterMs,
    refusalBody: { httpStatus, status, errorCode: code, fieldViolations },
  });
}

/** Below this a difference is of no account: a Date header has whole seconds, and answers take their time. */
const NOTABLE_MS = 60_000;

/** "1 h 3 min" out of milliseconds, whatever their sign. */
function describeDuration(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/**
 * Says in a refusal for its time how far the clocks are apart.
 * @param offsetMs the service's clock minus this machine's; null when not known
 */
export function explainTime(error: ServiceRefusal, offsetMs: number | null): ServiceRefusal {
  if (error.code !== 'INVALID_TIME' || offsetMs === null || Math.abs(offsetMs) < NOTABLE_MS) return error;
  const direction = offsetMs > 0 ? 'behind' : 'ahead of';
  return new ServiceRefusal(
    error.code,
    `This machine’s clock is ${describeDuration(offsetMs)} ${direction} the service’s, so the service refused the request’s time.`,
    'Set this machine’s clock right (turn on automatic time), then try again.',
    {
      delivery: 'not-sent',
      ...(error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus }),
      refusalBody: error.refusalBody,
      cause: error,
    },
  );
}
