import { defineRefusals } from '../errors.ts';

const AUTH_PROXY_FEATURE = 'the organization’s feature FEATURE_NAME_AUTH_PROXY';

/** What is wrong with a request before its operation is looked at. */
export const httpError = defineRefusals({
  UNSPECIFIED: { proxyPath: ['UNIMPLEMENTED', '{path} is not supported by this service'] },
  INTERNAL: {
    storage: ['UNAVAILABLE', '{message} {whatToDo}'],
    stopping: ['UNAVAILABLE', 'the service is stopping', 'Send the same request again once it has started.'],
    database: [
      'UNAVAILABLE',
      'the database can’t be read or written',
      'See the service’s log, and its disk or database server.',
    ],
    key: [
      'UNAVAILABLE',
      'the storage key can’t be used',
      'See the service’s log, and the engine or token that has the key.',
    ],
  },
  REQUEST_INVALID: {
    fields: ['INVALID_ARGUMENT', 'bad request body{first}'],
    notJson: ['INVALID_ARGUMENT', 'bad request body (not JSON in UTF-8: {why})'],
    notEmpty: ['INVALID_ARGUMENT', 'bad request body (not an empty JSON object)'],
    notObject: ['INVALID_ARGUMENT', 'bad request body (not a JSON object)'],
    leftOut: ['INVALID_ARGUMENT', 'bad request body (too many or too long members that are null)'],
    tooLarge: ['INVALID_ARGUMENT', 'bad request body (larger than {limit} MiB)'],
    longVote: [
      'INVALID_ARGUMENT',
      'bad request body (a vote is larger than {limit} KiB)',
      'Send a vote without members that it does not need.',
    ],
    contentType: ['INVALID_ARGUMENT', 'bad request (content type {type}, not application/json)'],
    http: ['INVALID_ARGUMENT', 'bad request ({why})'],
    late: ['INVALID_ARGUMENT', 'bad request (it did not arrive whole in time)', 'Send it again.'],
    headers: ['INVALID_ARGUMENT', 'bad request (its headers are too large)'],
    noHttp: ['INVALID_ARGUMENT', 'bad request (not HTTP/1.1)'],
    text: [
      'INVALID_ARGUMENT',
      'bad request body (a text has the character NUL, which this service does not keep)',
    ],
    notMember: 'is not a member of this request',
    type: 'must be {type} for this path',
    boolean: 'must be true or false',
    configurationId: 'the header with the configuration’s identifier is missing',
  },
  FORBIDDEN: {
    host: [
      'PERMISSION_DENIED',
      'request not authorized (this service answers to its own address only)',
      'Use the service’s own address. A further name is allowed with --public-name.',
    ],
    page: [
      'PERMISSION_DENIED',
      'request not authorized (this service does not answer web pages of this origin)',
      'Send the request from a program. Pages of an origin are allowed with --allow-origin.',
    ],
    origin: [
      'PERMISSION_DENIED',
      'request not authorized (this page’s origin is not listed)',
      `List the origin in ${AUTH_PROXY_FEATURE}.`,
    ],
  },
  NOT_FOUND: {
    proxyConfiguration: [
      'NOT_FOUND',
      'no auth-proxy configuration found with this identifier',
      `Take the identifier from ${AUTH_PROXY_FEATURE}.`,
    ],
    operation: ['NOT_FOUND', 'no operation {method} {path}'],
  },
  RATE_LIMIT_EXCEEDED: [
    'RESOURCE_EXHAUSTED',
    'Too many requests. Please wait and try again in a few seconds',
    'Wait a few seconds, then try again.',
  ],
});
