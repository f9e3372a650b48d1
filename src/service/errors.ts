import { AppError } from '#protocol/error.ts';
import { toErrorBody, type ErrorBody, type ServiceErrorCode } from '#protocol/error-body.ts';
import type { FieldViolation, StatusName } from '#protocol/status.ts';

/** One refusal: `{name}` in its texts stands for what is known only where it is thrown. */
interface Row {
  readonly status: StatusName;
  readonly message: string;
  readonly remedy?: string;
  /** What is wrong with the one `field` that it is about. */
  readonly violation?: string;
}
type Rows = Readonly<Partial<Record<ServiceErrorCode, Row | Readonly<Record<string, Row>>>>>;

/** Every refusal of the service by its code (PROTOCOL.md, section 7), and by its situation where a code has several. */
export const SERVICE_ERRORS = {
  UNSPECIFIED: {
    authenticators: {
      status: 'RESOURCE_EXHAUSTED',
      message: 'user has exceeded maximum authenticators',
      remedy: 'A user has at most {most}: delete one first.',
    },
    oauthProviders: {
      status: 'RESOURCE_EXHAUSTED',
      message: 'user has exceeded maximum oauth providers',
      remedy: 'A user has at most {most}: delete one first.',
    },
    solanaSource: {
      status: 'UNAVAILABLE',
      message: 'the Solana history cannot be read: {why}',
      remedy: 'Try again later, or start the service with another endpoint for this cluster.',
    },
    noSolanaSource: {
      status: 'UNIMPLEMENTED',
      message:
        'no Solana endpoint is configured for {cluster}; start the service with --solana-rpc solana:{cluster}=URL',
      remedy: 'Start the service with --solana-rpc.',
    },
    proxyPath: { status: 'UNIMPLEMENTED', message: '{path} is not supported by this service' },
  },
  INTERNAL: {
    failed: { status: 'INTERNAL', message: 'internal server error' },
    unknownActivity: {
      status: 'INTERNAL',
      message: 'this version of the service does not know {type} as it was asked for',
      remedy: 'Reject the activity and submit it again.',
    },
    databaseChanged: { status: 'UNAVAILABLE', message: '{message} {whatToDo}' },
  },
  ORGANIZATION_NOT_FOUND: { status: 'NOT_FOUND', message: 'no organization found with the given ID' },
  PUBLIC_KEY_NOT_FOUND: {
    status: 'UNAUTHENTICATED',
    message: 'could not find public key in organization (or its parent organization)',
    remedy: 'Use an API key of this organization, or add this one to it.',
  },
  SIGNATURE_MISSING: {
    status: 'UNAUTHENTICATED',
    message: 'cannot authenticate public API activity request without a stamp ({headers} header)',
    remedy: 'Stamp the exact bytes of the body with an API key or a passkey.',
  },
  SIGNATURE_INVALID: {
    apiKey: {
      status: 'UNAUTHENTICATED',
      message: 'could not verify api key signature',
      remedy: 'Stamp the exact bytes of the body with an API key or a passkey.',
    },
    scheme: {
      status: 'UNAUTHENTICATED',
      message: "could not verify api key signature (the key is of {curve}, the stamp's scheme is {scheme})",
    },
    malformed: { status: 'UNAUTHENTICATED', message: '{message}', remedy: '{whatToDo}' },
    passkey: {
      status: 'UNAUTHENTICATED',
      message: 'could not verify WebAuthN signature ({why})',
      remedy: 'Stamp the exact bytes of the body again.',
    },
  },
  UNAUTHENTICATED: {
    status: 'UNAUTHENTICATED',
    message: 'more than one stamp was sent ({headers})',
    remedy: 'Stamp the exact bytes of the body with an API key or a passkey.',
  },
  CREDENTIAL_NOT_FOUND: {
    passkey: {
      status: 'UNAUTHENTICATED',
      message: 'credential ID could not be found in organization or its parent organization',
      remedy: 'Use a passkey of this organization, or add this one to it.',
    },
    authenticator: {
      status: 'NOT_FOUND',
      message: 'webauthn authenticator not found in organization (or parent organization)',
    },
    ofUser: { status: 'NOT_FOUND', message: 'the user has no {what} with the ID {id}' },
    publicKey: {
      status: 'NOT_FOUND',
      message: 'the organization has no API key with the public key {publicKey}',
    },
  },
  CREDENTIAL_CONFLICT: {
    apiKey: {
      status: 'INVALID_ARGUMENT',
      message: 'the public key is an API key of this organization already',
      remedy: 'Use the API key that is there, or another public key.',
      violation: 'is an API key already',
    },
    passkey: {
      status: 'INVALID_ARGUMENT',
      message: 'the passkey is an authenticator of this organization already',
      violation: 'is an authenticator already',
    },
    login: {
      status: 'INVALID_ARGUMENT',
      message: 'the public key is a credential of this organization already',
      remedy: 'Log in with a fresh key.',
      violation: 'belongs to another user or another kind of session',
    },
  },
  API_KEY_EXPIRED: {
    status: 'UNAUTHENTICATED',
    message: 'expired api key',
    remedy: 'Create another API key and use that.',
  },
  REQUEST_INVALID: {
    field: {
      status: 'INVALID_ARGUMENT',
      message: 'bad request body ({field}: {description})',
      violation: '{description}',
    },
    fields: { status: 'INVALID_ARGUMENT', message: 'bad request body{first}' },
    notJson: { status: 'INVALID_ARGUMENT', message: 'bad request body (not JSON in UTF-8)' },
    notObject: { status: 'INVALID_ARGUMENT', message: 'bad request body (not a JSON object)' },
    tooDeep: {
      status: 'INVALID_ARGUMENT',
      message: 'bad request body (nested deeper than {deepest} levels)',
    },
    tooLarge: { status: 'INVALID_ARGUMENT', message: 'bad request body (larger than {limit} MiB)' },
    contentType: {
      status: 'INVALID_ARGUMENT',
      message: 'bad request (content type {type}, not application/json)',
    },
    http: { status: 'INVALID_ARGUMENT', message: 'bad request ({why})' },
    rootQuorum: {
      status: 'INVALID_ARGUMENT',
      message: 'the root quorum needs {threshold} users with a credential, and this would leave {left}',
      remedy: 'Give the members of the root quorum credentials, or change the root quorum first.',
    },
  },
  REQUEST_NOT_AUTHORIZED: {
    policies: {
      status: 'PERMISSION_DENIED',
      message: 'request not authorized',
      remedy: 'Ask a root user to do this, or for a policy that allows it.',
    },
    sessionScope: {
      status: 'PERMISSION_DENIED',
      message: 'request not authorized (outside the scope of the session)',
      remedy: 'Log in with a session profile that allows this.',
    },
  },
  FORBIDDEN: {
    host: {
      status: 'PERMISSION_DENIED',
      message: 'request not authorized (this service answers to its own local address only)',
      remedy: 'Send the request from a program of this machine.',
    },
    page: {
      status: 'PERMISSION_DENIED',
      message: 'request not authorized (this service does not answer web pages)',
      remedy: 'Send the request from a program of this machine.',
    },
    origin: {
      status: 'PERMISSION_DENIED',
      message: 'request not authorized (this page’s origin is not listed)',
      remedy: 'List the origin in the organization’s feature FEATURE_NAME_AUTH_PROXY.',
    },
    source: {
      status: 'PERMISSION_DENIED',
      message: 'request not authorized (the IP allowlist does not let in {source})',
      remedy: 'Send the request from an address that the allowlist has.',
    },
  },
  INVALID_TRANSACTION: {
    status: 'INVALID_ARGUMENT',
    message: '{message}',
    remedy: '{whatToDo}',
    violation: '{message}',
  },
  INVALID_ORGANIZATION_ID: {
    status: 'INVALID_ARGUMENT',
    message: 'malformed organization ID provided',
    violation: 'a UUID',
  },
  INVALID_TIME: {
    status: 'INVALID_ARGUMENT',
    message: 'bad request body (timestampMs is {description})',
    remedy: 'Set the clock of the machine that stamps, then stamp again.',
    violation: '{description}',
  },
  NOT_FOUND: {
    row: {
      status: 'NOT_FOUND',
      message: 'no {what} found with the ID {id}',
      remedy: 'List what the organization has and take the ID from there.',
    },
    ofUser: { status: 'NOT_FOUND', message: 'the user has no OAuth provider with the ID {id}' },
    feature: { status: 'NOT_FOUND', message: 'the organization does not have the feature {name}' },
    address: { status: 'NOT_FOUND', message: 'no wallet account found with the address {address}' },
    account: { status: 'NOT_FOUND', message: 'this wallet has no such account' },
    signWith: {
      status: 'NOT_FOUND',
      message: 'no private key found for signWith {signWith}',
      violation:
        'is neither the ID nor an address of a private key here, nor the address of a wallet account',
    },
    fingerprint: {
      status: 'NOT_FOUND',
      message:
        'No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint',
      remedy: 'Take the fingerprint from the activity.',
    },
    requester: {
      status: 'NOT_FOUND',
      message: 'the user who asked for this was deleted',
      remedy: 'Submit it again as another user.',
    },
    proxyConfiguration: {
      status: 'NOT_FOUND',
      message: 'no auth-proxy configuration found with this identifier',
      remedy: 'Take the identifier from the organization’s feature FEATURE_NAME_AUTH_PROXY.',
    },
    operation: { status: 'NOT_FOUND', message: 'no operation {method} {path}' },
  },
  RATE_LIMIT_EXCEEDED: {
    status: 'RESOURCE_EXHAUSTED',
    message: 'Too many requests. Please wait and try again in a few seconds',
    remedy: 'Wait a few seconds, then try again.',
  },
  INVALID_OIDC_TOKEN: {
    token: {
      status: 'INVALID_ARGUMENT',
      message: 'invalid OIDC token ({why})',
      remedy: 'Sign in with the provider again, and send the token that it gives.',
      violation: '{why}',
    },
    issuer: {
      status: 'UNAVAILABLE',
      message: 'the keys of the issuer {issuer} are not at hand: {why}',
      remedy: 'Try again later.',
    },
  },
  OAUTH_PROVIDER_ALREADY_EXISTS: {
    status: 'INVALID_ARGUMENT',
    message: 'a user of this organization has a provider of this issuer, audience and subject already',
  },
} as const satisfies Rows;

type Registry = typeof SERVICE_ERRORS;
/** `CODE`, or `CODE.situation` for a code of several. */
type ErrorId = {
  [C in keyof Registry]: Registry[C] extends Row ? C : `${C}.${keyof Registry[C] & string}`;
}[keyof Registry];
type RowOf<Id> = Id extends keyof Registry
  ? Registry[Id]
  : Id extends `${infer C}.${infer Situation}`
    ? C extends keyof Registry
      ? Situation extends keyof Registry[C]
        ? Registry[C][Situation]
        : never
      : never
    : never;
type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Names<R> =
  | NamesIn<R[keyof R & ('message' | 'remedy' | 'violation')]>
  | (R extends { readonly violation: string } ? 'field' : never);
interface Details {
  readonly cause?: unknown;
  /** Where several fields are wrong. */
  readonly fieldViolations?: readonly FieldViolation[];
}
type Given<Id> = Readonly<Record<Names<RowOf<Id>>, string | number>> & Details;
type GivenArguments<Id> = [Names<RowOf<Id>>] extends [never] ? [given?: Details] : [given: Given<Id>];

/** A request that the service refuses: what the error body says (PROTOCOL.md, section 7). */
export class ServiceError extends AppError {
  readonly status: StatusName;
  readonly serviceErrorCode: ServiceErrorCode;
  readonly fieldViolations: readonly FieldViolation[];

  constructor({ code, status, message, remedy, cause, fieldViolations }: Refusal) {
    super(code, message, remedy, { cause });
    this.status = status;
    this.serviceErrorCode = code;
    this.fieldViolations = fieldViolations;
  }

  /** The body of the answer that tells of it. */
  body(): ErrorBody {
    return toErrorBody(this.status, this.serviceErrorCode, this.message, this.fieldViolations);
  }
}

interface Refusal {
  readonly code: ServiceErrorCode;
  readonly status: StatusName;
  readonly message: string;
  readonly remedy: string;
  readonly cause: unknown;
  readonly fieldViolations: readonly FieldViolation[];
}

/** An error of the registry: `throw serviceError('NOT_FOUND.row', { what: 'wallet', id })`. */
export const serviceError = <const Id extends ErrorId>(id: Id, ...given: GivenArguments<Id>): ServiceError =>
  new ServiceError(refusal(id, ...given));

/** What an error of the registry says, for errors that tell more than that. */
export function refusal<const Id extends ErrorId>(id: Id, ...[given]: GivenArguments<Id>): Refusal {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const [code, situation = ''] = id.split('.') as [ServiceErrorCode, string?];
  const rows: Rows = SERVICE_ERRORS;
  const found = rows[code];
  const row = found === undefined || isRow(found) ? found : found[situation];
  if (row === undefined) throw new TypeError(`No error is registered as ${id}.`);
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return {
    code,
    status: row.status,
    message: filled(row.message),
    remedy: filled(row.remedy ?? 'Change the request and stamp it again.'),
    cause: given?.cause,
    fieldViolations:
      row.violation === undefined
        ? (given?.fieldViolations ?? [])
        : [{ field: String(values['field']), description: filled(row.violation) }],
  };
}

const isRow = (row: object): row is Row => 'status' in row && typeof row.status === 'string';

/** A request that is wrong in one field of its body. */
export const invalidField = (field: string, description: string, options: ErrorOptions = {}): ServiceError =>
  serviceError('REQUEST_INVALID.field', { field, description, ...options });
