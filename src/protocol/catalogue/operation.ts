import { z } from 'zod';
import { activity, jsonObject } from '../activity.ts';

/** What an operation does to the world; drives the icon, colour and word, and whether approval is asked for. */
export const EFFECTS = ['read', 'write', 'sign', 'export', 'destroy'] as const;
export type Effect = (typeof EFFECTS)[number];

interface Described<Path extends string> {
  /** The last segment of the path, and the operation's name everywhere. */
  readonly path: Path;
  readonly effect: Effect;
  /** One line, imperative: "Sign a transaction". */
  readonly summary: string;
}

/** What is declared of an operation that makes an activity. */
interface SubmitDeclaration<
  P extends z.ZodType,
  R extends z.ZodType,
  Path extends string,
> extends Described<Path> {
  /** Brings private keys or secrets in from outside: its approval asks for a person again, as what exports and what destroys. */
  readonly importsSecrets?: true;
  /** Whether the request has no member `generateAppProofs`, as the specification says of `import_secrets`. */
  readonly refusesAppProofs?: true;
  readonly parameters: P;
  readonly output: R;
  /** What a record of the request names, of an export what is exported: "wallet 01a1…". A method, so that any operation can be asked. */
  subject?(parameters: z.output<P>): string;
  /** The root quorum alone decides over it; no policy is asked (docs/policies.md, "The decision"). */
  readonly rootOnly?: true;
  /** A vote on another activity: the answer is that activity (PROTOCOL.md, section 6.4). */
  readonly ballot?: true;
}

/** An operation that makes an activity (specification, "Common submit envelope"). */
export interface SubmitOperation<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  Path extends string = string,
> extends SubmitDeclaration<P, R, Path> {
  readonly kind: 'submit';
  /** `ACTIVITY_TYPE_*`, and the members of an activity that hold the parameters and the result. */
  readonly type: string;
  readonly intent: string;
  readonly result: string;
}

/** An operation that only reads (specification, "Common query envelope"). */
export interface QueryOperation<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  Path extends string = string,
> extends Described<Path> {
  readonly kind: 'query';
  readonly effect: 'read';
  /** Further paths that answer the same, where sources name the operation differently. */
  readonly aliases: readonly string[];
  readonly parameters: P;
  readonly output: R;
}

export type Operation = SubmitOperation | QueryOperation;

/** The parameters that an operation takes, as its callers write them. */
export type ParametersOf<O extends Operation> = z.input<O['parameters']>;
/** What an operation gives back: a submit operation's result member, a query's response. */
export type OutputOf<O extends Operation> = z.output<O['output']>;

const camel = (path: string): string => path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Declares a submit operation. Its names follow from its path and `version`, the published version of its type and intent:
 * `create_users` in version 4 is `ACTIVITY_TYPE_CREATE_USERS_V4`, `createUsersIntentV4` and `createUsersResult`.
 * `result` is written where the published name of the result is another.
 */
export function submit<P extends z.ZodType, R extends z.ZodType, const Path extends string>({
  version,
  ...declaration
}: SubmitDeclaration<P, R, Path> & { readonly version?: number; readonly result?: string }): SubmitOperation<
  P,
  R,
  Path
> {
  const { path } = declaration;
  return {
    kind: 'submit',
    type: `ACTIVITY_TYPE_${path.toUpperCase()}${version === undefined ? '' : `_V${version}`}`,
    intent: `${camel(path)}Intent${version === undefined ? '' : `V${version}`}`,
    result: `${camel(path)}Result`,
    ...declaration,
  };
}

/** Declares a query; `parameters` leaves out `organizationId`, which every query has. */
export function query<P extends z.ZodType, R extends z.ZodType, const Path extends string>(
  declaration: Omit<QueryOperation<P, R, Path>, 'kind' | 'effect' | 'aliases'> & {
    aliases?: readonly string[];
  },
): QueryOperation<P, R, Path> {
  return { kind: 'query', effect: 'read', aliases: [], ...declaration };
}

/** The path of an operation below a base address, for example `/public/v1/submit/sign_transaction`. */
export const pathOf = (operation: Pick<Operation, 'kind' | 'path'>): string =>
  `/public/v1/${operation.kind}/${operation.path}`;

/** The envelope of every submit request, before its parameters are read. */
export const submitEnvelope = z.strictObject({
  type: z.string(),
  timestampMs: z.string().regex(/^\d{1,16}$/, 'milliseconds since the epoch, as decimal text'),
  organizationId: z.string(),
  parameters: jsonObject,
  generateAppProofs: z.boolean().nullish(),
});

/** The answer to every submit request. */
export const submitResponse = z.looseObject({ activity });

/** Builds the body of a submit request: member order type, timestampMs, organizationId, parameters. */
export function submitBody<O extends SubmitOperation>(
  operation: O,
  organizationId: string,
  timestampMs: number,
  parameters: ParametersOf<O>,
): string {
  return JSON.stringify({
    type: operation.type,
    timestampMs: String(timestampMs),
    organizationId,
    parameters,
  });
}

/** Builds the body of a query. */
export function queryBody<O extends QueryOperation>(
  operation: O,
  organizationId: string,
  parameters: ParametersOf<O>,
): string {
  return JSON.stringify({ organizationId, ...(parameters as object) });
}
