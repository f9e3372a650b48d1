import type { ErrorBody } from './error-body.ts';
import { NEUTRAL_WEBHOOK_NAMES, type WebhookNames, webhookNamesOf } from './webhook-names.ts';

/** The forms in which a service may answer: the specification's own, or the published system's (PROTOCOL.md, name map). */
export const WIRES = ['neutral', 'published'] as const;
export type WireForm = (typeof WIRES)[number];

const WORD = 'Turnkey';

/** What a service that was hosted by its vendor calls the members of its webhooks (PROTOCOL.md, name map). */
export const PUBLISHED_WEBHOOK_NAMES = webhookNamesOf(WORD);

/** The names in deliveries and in the key set. */
export const webhookNamesOn = (wire: WireForm): WebhookNames =>
  wire === 'published' ? PUBLISHED_WEBHOOK_NAMES : NEUTRAL_WEBHOOK_NAMES;

const RECORD_TIMES: readonly string[] = ['createdAt', 'updatedAt'];
/** The time of an IP allowlist's rule is text in the published API as well (OPERATIONS.md, v1IpAllowlistRule). */
const TEXT_TIMES = 'rules';
/** What a request said is given back as it was said. */
const ECHO = 'intent';

/** Whether a member's value is the same in both forms, whatever is inside it. */
export const isSameOnBoth = (name: string): boolean => name === ECHO || name === TEXT_TIMES;

/**
 * An answer in the published form: times of records as `{seconds, nanos}`, and the published name of the error code
 * (PROTOCOL.md, sections 6.1 and 7).
 * @param value what JSON can say, in the neutral form; it stays as it is
 * @param name the member that it is the value of
 */
export function toPublished(value: unknown, name = ''): unknown {
  if (isSameOnBoth(name)) return value;
  if (typeof value === 'string') return RECORD_TIMES.includes(name) ? secondsOf(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => toPublished(each));
  if ('serviceErrorCode' in value) return publishedError(value);
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, toPublished(each, member)]),
  );
}

/** @param text RFC 3339 in UTC, as this service's records have it; anything else stays */
function secondsOf(text: string): unknown {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isFinite(ms) || ms < 0) return text;
  return { seconds: String(Math.floor(ms / 1000)), nanos: String((ms % 1000) * 1_000_000) };
}

interface Named {
  readonly serviceErrorCode: unknown;
}

/** An error body, or the entry of `details` that names its code. */
function publishedError({ serviceErrorCode, ...rest }: Named): object {
  const { '@type': type, details, ...others } = rest as Readonly<Record<string, unknown>>;
  return {
    ...(type === undefined ? {} : { '@type': `type.googleapis.com/errors.v1.${WORD}ErrorDetail` }),
    ...others,
    ...(details === undefined ? {} : { details: toPublished(details) }),
    // The one code of this service that the published list doesn't have: the gRPC code says it already.
    turnkeyErrorCode: serviceErrorCode === 'NOT_FOUND' ? 'UNSPECIFIED' : serviceErrorCode,
  };
}

/** An error body in the form of a wire. */
export const errorBodyOn = (wire: WireForm, body: ErrorBody): object =>
  wire === 'published' ? publishedError({ serviceErrorCode: body.serviceErrorCode, ...body }) : body;
