import type { ServiceErrorCode } from '#protocol/error-body.ts';
import type { StatusName } from '#protocol/status.ts';

/** A check that a request has to pass. */
export interface RequestCheck {
  readonly name: string;
  /** What has to hold, in words. */
  readonly holds: string;
  readonly applies: 'all' | 'API' | 'submit';
  readonly refusals: readonly (readonly [StatusName, ServiceErrorCode])[];
  /** The HTTP status where it is not that of the refusal's status. */
  readonly http?: number;
}

/** The checks of a request in their order: the first that does not hold gives the answer. */
export const REQUEST_CHECKS = [
  {
    name: 'host',
    holds: 'The `Host` header names the service’s own address',
    applies: 'all',
    refusals: [['PERMISSION_DENIED', 'FORBIDDEN']],
  },
  {
    name: 'page',
    holds:
      'No web page sends it: there is no `Origin` header, or one of `--allow-origin` (the auth proxy lets its listed origins in)',
    applies: 'API',
    refusals: [['PERMISSION_DENIED', 'FORBIDDEN']],
  },
  {
    name: 'size',
    holds: 'The body is at most 4 MiB',
    applies: 'all',
    refusals: [['INVALID_ARGUMENT', 'REQUEST_INVALID']],
    http: 413,
  },
  {
    name: 'path',
    holds: 'The method and path are those of an operation',
    applies: 'all',
    refusals: [['NOT_FOUND', 'NOT_FOUND']],
  },
  {
    name: 'stamp',
    holds: 'There is exactly one stamp, and that of an API key holds over the bytes of the body',
    applies: 'API',
    refusals: [
      ['UNAUTHENTICATED', 'SIGNATURE_MISSING'],
      ['UNAUTHENTICATED', 'UNAUTHENTICATED'],
      ['UNAUTHENTICATED', 'SIGNATURE_INVALID'],
    ],
  },
  {
    name: 'JSON',
    holds:
      'The body is a JSON object in UTF-8: at most 32 levels deep, at most 20,000 names and values, no more space between them than lines and indents need, no name twice. The API takes any content type, or none; the auth proxy takes `application/json` or none, and no body as the empty object',
    applies: 'all',
    refusals: [['INVALID_ARGUMENT', 'REQUEST_INVALID']],
  },
  {
    name: 'credential',
    holds: 'The organization has the API key or the passkey; it is in time, and a passkey’s stamp holds',
    applies: 'API',
    refusals: [
      ['INVALID_ARGUMENT', 'INVALID_ORGANIZATION_ID'],
      ['NOT_FOUND', 'ORGANIZATION_NOT_FOUND'],
      ['UNAUTHENTICATED', 'PUBLIC_KEY_NOT_FOUND'],
      ['UNAUTHENTICATED', 'CREDENTIAL_NOT_FOUND'],
      ['UNAUTHENTICATED', 'SIGNATURE_INVALID'],
      ['UNAUTHENTICATED', 'API_KEY_EXPIRED'],
    ],
  },
  {
    name: 'rate',
    holds:
      'The credential sends no faster than it may, and what computes much counts as several; `Retry-After` says when to try again',
    applies: 'API',
    refusals: [['RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED']],
  },
  {
    name: 'source',
    holds: 'The IP allowlists let the address in',
    applies: 'API',
    refusals: [['PERMISSION_DENIED', 'FORBIDDEN']],
  },
  {
    name: 'fields',
    holds: 'Every field is there and of its form, and there is no other; `details` names each that is wrong',
    applies: 'API',
    refusals: [['INVALID_ARGUMENT', 'REQUEST_INVALID']],
  },
  {
    name: 'time',
    holds: '`timestampMs` is less than an hour behind and at most five minutes ahead of the service’s clock',
    applies: 'submit',
    refusals: [['INVALID_ARGUMENT', 'INVALID_TIME']],
  },
  {
    name: 'session',
    holds: 'The session’s profile covers the request, or its key has sent the same bytes before',
    applies: 'submit',
    refusals: [['PERMISSION_DENIED', 'REQUEST_NOT_AUTHORIZED']],
  },
  {
    name: 'votes',
    holds: 'The root quorum or a policy allows it, or can with further votes',
    applies: 'submit',
    refusals: [['PERMISSION_DENIED', 'REQUEST_NOT_AUTHORIZED']],
  },
  {
    name: 'issuer',
    holds:
      'The keys of the OIDC issuer can be had, where the request brings a token and would be carried out',
    applies: 'submit',
    refusals: [['UNAVAILABLE', 'INVALID_OIDC_TOKEN']],
  },
  {
    name: 'effect',
    holds: 'What the request names is there, and the operation can be done; otherwise nothing is kept',
    applies: 'all',
    refusals: [
      ['INVALID_ARGUMENT', 'REQUEST_INVALID'],
      ['NOT_FOUND', 'NOT_FOUND'],
      // A Solana history, without a node that it can be read from.
      ['UNIMPLEMENTED', 'UNSPECIFIED'],
      ['UNAVAILABLE', 'UNSPECIFIED'],
    ],
  },
] as const satisfies readonly RequestCheck[];
