import { z } from 'zod';
import { jsonObject } from '../json-object.ts';
import { activity } from '../activity.ts';

/** What an operation does to the world; drives the icon, colour and word, and whether approval is asked for. */
export const EFFECTS = ['read', 'write', 'sign', 'export', 'destroy'] as const;
export type Effect = (typeof EFFECTS)[number];

interface Described {
  /** The last segment of the path, and the operation's name everywhere. */
  readonly path: string;
  readonly effect: Effect;
  /** One line, imperative: "Sign a transaction". */
  readonly summary: string;
}

/** An operation that makes an activity (specification, "Common submit envelope"). */
export interface SubmitOperation<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends Described {
  readonly kind: 'submit';
  readonly type: string;
  readonly intent: string;
  readonly result: string;
  /** Whether the request has no member `generateAppProofs`, as the specification says of `import_secrets`. */
  readonly refusesAppProofs?: true;
  readonly parameters: P;
  readonly output: R;
  /** A vote on another activity: the answer is that activity (PROTOCOL.md, section 6.4). */
  readonly ballot?: true;
}

/** An operation that only reads (specification, "Common query envelope"). */
export interface QueryOperation<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends Described {
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

/** Declares a submit operation. */
export function submit<P extends z.ZodType, R extends z.ZodType>(
  declaration: Omit<SubmitOperation<P, R>, 'kind'>,
): SubmitOperation<P, R> {
  return { kind: 'submit', ...declaration };
}

/** Declares a query; `parameters` leaves out `organizationId`, which every query has. */
export function query<P extends z.ZodType, R extends z.ZodType>(
  declaration: Omit<QueryOperation<P, R>, 'kind' | 'effect' | 'aliases'> & { aliases?: readonly string[] },
): QueryOperation<P, R> {
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
