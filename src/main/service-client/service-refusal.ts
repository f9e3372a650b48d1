import { z } from 'zod';
import type { RefusalBody } from '#preload/contract/call.ts';
import { defineErrors } from '#protocol/define-errors.ts';
import { errorBody } from '#protocol/error-body.ts';
import { AppError } from '#protocol/error.ts';
import { STATUS } from '#protocol/status.ts';

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
  readonly isTooLarge?: boolean;
  readonly cause?: unknown;
}

const RATE_CODE = 'RATE_LIMIT_EXCEEDED';

/** The service refused, did not answer, or answered something that is no answer. */
export class ServiceRefusal extends AppError {
  readonly delivery: Delivery;
  readonly httpStatus: number | undefined;
  /** What the service said, where it answered. */
  readonly refusalBody: RefusalBody | undefined;
  /** How long the service asks to be left alone, where it does. */
  readonly retryAfterMs: number | undefined;
  /** Whether there was more in the answer than the console reads. */
  readonly isTooLarge: boolean;

  /**
   * Whether it was refused for its rate alone. A user with too many authenticators is a 429 as well, and stays one however
   * long one waits; gateways name no code.
   */
  get isTooFast(): boolean {
    if (this.httpStatus !== 429) return false;
    return this.code === RATE_CODE || /too many requests|rate.?limit/i.test(this.message);
  }

  constructor(code: string, message: string, remedy: string, more: RefusalDetails) {
    super(code, message, remedy, { cause: more.cause });
    this.delivery = more.delivery;
    this.httpStatus = more.httpStatus;
    this.refusalBody = more.refusalBody;
    this.retryAfterMs = more.retryAfterMs;
    this.isTooLarge = more.isTooLarge ?? false;
  }
}

/** Statuses of refusals that are about who asks, from where or how; a gateway's are among them. */
const OF_SENDER = new Set([401, 403, 407, 408, 413]);
const OF_SENDER_OR_TIME = new Set(['ORGANIZATION_NOT_FOUND', 'ORGANIZATION_MISMATCH', 'INVALID_TIME']);

/** Whether it comes before the service looks for what it has of these bytes: it says nothing of an earlier try. */
export const isAheadOfRequest = (error: ServiceRefusal): boolean => {
  if (error.code === 'REQUEST_NOT_AUTHORIZED') return false;
  return (
    error.httpStatus === undefined ||
    error.isTooFast ||
    OF_SENDER.has(error.httpStatus) ||
    OF_SENDER_OR_TIME.has(error.code)
  );
};

/**
 * A failure after a try of the same bytes that may have arrived: uncertain as well, unless the service would have answered with
 * what that try did. Whoever took it for a refusal would do the same once more, with other bytes.
 */
export const afterUncertainTry = (error: ServiceRefusal): ServiceRefusal =>
  error.delivery === 'uncertain' || !isAheadOfRequest(error) ? error : asUncertain(error);

/** The same failure, of a request that may have been carried out. */
export function asUncertain(error: ServiceRefusal, remedy = error.remedy): ServiceRefusal {
  const { code, message, httpStatus, refusalBody, retryAfterMs } = error;
  return new ServiceRefusal(code, message, remedy, {
    ...{ delivery: 'uncertain', refusalBody, retryAfterMs, cause: error },
    ...(httpStatus === undefined ? {} : { httpStatus }),
  });
}

/** What the console says of a service that gave no refusal of its own. */
export const serviceRefusal = defineErrors(
  {
    SERVICE_ANSWER_INVALID: [
      'The service’s answer can’t be read: {why}.',
      'Check that the profile’s address is the key service’s, not that of a web page or a proxy.',
    ],
    SERVICE_ANSWER_MISMATCH: [
      'The service answered a different request: the activity’s {wrong} doesn’t match.',
      'Don’t rely on this answer. Check the profile’s address, and any proxy between the console and the service.',
    ],
    SERVICE_UNREACHABLE: [
      'The service at {host} can’t be reached.',
      'Check the network and the profile’s address, then try again.',
    ],
    SERVICE_OFFLINE: [
      'This console is offline: it didn’t ask the service at {host}.',
      'Move the request by file on the Offline screen, or do this on a console that has a network.',
    ],
    SERVICE_TIMEOUT: [
      'The service at {host} didn’t answer in time.',
      'Try again. The request won’t be carried out twice.',
    ],
    SERVICE_CONNECTION_LOST: [
      'The connection to the service at {host} was lost before the answer was complete.',
      'Try again. The request won’t be carried out twice.',
    ],
    SERVICE_CERTIFICATE_UNKNOWN: [
      'No authority that this profile trusts ({store}) has signed the certificate of {host}.',
      'If your organization inspects connections, choose this computer’s certificate store or the authority’s file in the profile. Otherwise don’t go on: somebody else may be answering.',
    ],
    SERVICE_CERTIFICATE_EXPIRED: [
      'The certificate of {host} isn’t valid at this time.',
      'Check this computer’s clock. If it is right, the service’s operator has to renew the certificate.',
    ],
    SERVICE_CERTIFICATE_OTHER_HOST: [
      'The certificate that answered for {host} is another host’s.',
      'Check the profile’s address. Don’t go on if it is right: somebody else is answering.',
    ],
    SERVICE_TLS_FAILED: [
      'What answers at {host} doesn’t speak TLS as it should.',
      'Check the profile’s address and port, and any proxy on the way.',
    ],
    PROXY_UNREACHABLE: [
      'The proxy at {proxy} can’t be reached.',
      'Check the network and the profile’s proxy setting.',
    ],
    PROXY_LOGIN_REQUIRED: [
      'The proxy at {proxy} wants a user name and a password, or refused those it was given.',
      'Enter them in the profile’s proxy setting. Only Basic authentication is supported; for another kind, use a local proxy that does it.',
    ],
    PROXY_REFUSED: [
      'The proxy at {proxy} refused to connect to the service (status {status}).',
      'Have the proxy allow the service’s address, or choose another proxy in the profile.',
    ],
    PROXY_NOT_TUNNELING: [
      'The proxy at {proxy} answered in the service’s place instead of opening a tunnel.',
      'Check the proxy’s address and port. It has to allow CONNECT to the service.',
    ],
    PROXY_CERTIFICATE_REFUSED: [
      'The TLS connection to the proxy at {proxy} failed.',
      'Check the proxy’s address, and that this computer trusts its certificate.',
    ],
    PROXY_SETTING_INVALID: [
      'The proxy address in {where} can’t be read.',
      'Set it as http://host:port, or choose another proxy setting in the profile.',
    ],
    PROXY_LOOKUP_FAILED: [
      'This computer’s proxy settings gave no answer.',
      'Check the system’s proxy settings, or enter the proxy in the profile.',
    ],
    PROXY_ANSWER_UNREADABLE: [
      'The answer of this computer’s proxy script can’t be read.',
      'Have the script corrected, or enter the proxy in the profile.',
    ],
    PROXY_KIND_UNSUPPORTED: [
      'This computer’s proxy settings offer only SOCKS proxies, which aren’t supported.',
      'Enter an HTTP or HTTPS proxy in the profile.',
    ],
    SYSTEM_CERTIFICATES_MISSING: [
      'This computer’s certificate store can’t be read.',
      'Choose the bundled list or a certificate file in the profile.',
    ],
    REQUEST_TOO_OLD: [
      'The request is too old to resend. The service lists no activity for it, so it wasn’t carried out.',
      'Prepare it again.',
    ],
    REQUEST_LOST: [
      'The request is too old to resend, and the service lists too many activities to search.',
      'Look for it in the activities before you prepare it again.',
    ],
  },
  ({ code, message, remedy }, details: RefusalDetails) => new ServiceRefusal(code, message, remedy, details),
);

/** The answer is larger than what the console reads. @param why as of the answer, in a sentence */
export const answerTooLarge = (why: string, cause?: unknown): ServiceRefusal =>
  serviceRefusal('SERVICE_ANSWER_INVALID', { why, delivery: 'uncertain', isTooLarge: true, cause });

/** The answer cannot be what the service meant to say. */
export const answerInvalid = (why: string, cause?: unknown, httpStatus?: number): ServiceRefusal =>
  serviceRefusal('SERVICE_ANSWER_INVALID', {
    why,
    delivery: 'uncertain',
    cause,
    ...(httpStatus === undefined ? {} : { httpStatus }),
  });

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
  [RATE_CODE, 'Wait a few seconds, then try again.'],
]);

/**
 * Reads the body of an answer that is no success (PROTOCOL.md, section 7).
 * @param retryAfterMs as its header says
 * @returns what the service said, or `SERVICE_ANSWER_INVALID` where the body is no error body. A 429 says what it says
 *   without one: a gateway before the service answers it as plain text
 */
export function readErrorBody(httpStatus: number, text: string, retryAfterMs?: number): ServiceRefusal {
  const noError = (why: string, cause: unknown): ServiceRefusal =>
    httpStatus === 429
      ? tooFast(retryAfterMs)
      : answerInvalid(`status ${httpStatus} with a body that ${why}`, cause, httpStatus);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return noError('is not JSON', cause);
  }
  const parsed = errorBody.safeParse(value);
  if (!parsed.success) return noError('is no error', parsed.error);
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

const tooFast = (retryAfterMs: number | undefined): ServiceRefusal =>
  new ServiceRefusal(
    RATE_CODE,
    'The service takes no more requests at the moment.',
    REMEDIES.get(RATE_CODE) ?? '',
    {
      ...{ delivery: 'not-sent', httpStatus: 429, retryAfterMs },
      refusalBody: {
        httpStatus: 429,
        status: STATUS.RESOURCE_EXHAUSTED.code,
        errorCode: RATE_CODE,
        fieldViolations: [],
      },
    },
  );

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
    `This computer’s clock is ${describeDuration(offsetMs)} ${direction} the service’s, so the service refused the request’s time.`,
    'Correct this computer’s clock (turn on automatic time), then try again.',
    {
      delivery: 'not-sent',
      ...(error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus }),
      refusalBody: error.refusalBody,
      cause: error,
    },
  );
}
