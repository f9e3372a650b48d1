import { type ErrorBody, type ServiceErrorCode, toErrorBody } from '#protocol/error-body.ts';
import type { FieldViolation, StatusName } from '#protocol/status.ts';
import { AppError } from '#protocol/error.ts';

/**
 * One refusal; `{name}` in its texts stands for what is known only where it is thrown. A text alone is what is wrong with
 * one `field` of the request; otherwise `violation` says so where it is about one.
 */
type Row = string | readonly [status: StatusName, message: string, remedy?: string, violation?: string];
type Rows = Readonly<Partial<Record<ServiceErrorCode, Row | Readonly<Record<string, Row>>>>>;

/** `CODE`, or `CODE.situation` for a code of several. */
type IdOf<R> = {
  [C in keyof R & string]: R[C] extends Row ? C : `${C}.${keyof R[C] & string}`;
}[keyof R & string];
type RowOf<R, Id> = Id extends keyof R
  ? R[Id]
  : Id extends `${infer C extends keyof R & string}.${infer Situation}`
    ? R[C][Situation & keyof R[C]]
    : never;
type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Names<T> = T extends readonly string[]
  ? NamesIn<T[number]> | (T extends readonly [string, string, string, string] ? 'field' : never)
  : NamesIn<T> | 'field';
interface Details {
  readonly cause?: unknown;
  /** Where several fields are wrong. */
  readonly fieldViolations?: readonly FieldViolation[];
}
type GivenArguments<T> = [Names<T>] extends [never]
  ? [given?: Details]
  : [given: Readonly<Record<Names<T>, string | number>> & Details];

/** A row with its defaults. */
interface Refusal {
  readonly code: ServiceErrorCode;
  readonly id: string;
  readonly status: StatusName;
  readonly message: string;
  readonly remedy: string;
  readonly violation: string | undefined;
}
type Told = Pick<
  ServiceError,
  'serviceErrorCode' | 'status' | 'message' | 'remedy' | 'cause' | 'fieldViolations'
>;

/** A request that the service refuses: what the error body says (PROTOCOL.md, section 7). */
export class ServiceError extends AppError {
  readonly status: StatusName;
  readonly serviceErrorCode: ServiceErrorCode;
  readonly fieldViolations: readonly FieldViolation[];

  constructor({ serviceErrorCode, status, message, remedy, cause, fieldViolations }: Told) {
    super(serviceErrorCode, message, remedy, { cause });
    this.status = status;
    this.serviceErrorCode = serviceErrorCode;
    this.fieldViolations = fieldViolations;
  }

  /** The body of the answer that tells of it. */
  body(): ErrorBody {
    return toErrorBody(this.status, this.serviceErrorCode, this.message, this.fieldViolations);
  }
}

/** Makes a refusal of a row; a row that is not there, or a name of its texts that is not given, does not compile. */
export interface RefusalRegistry<R extends Rows> {
  <const Id extends IdOf<R>>(id: Id, ...given: GivenArguments<RowOf<R, Id>>): ServiceError;
  readonly refusals: readonly Refusal[];
}

/**
 * The registry of a room's refusals by their codes (PROTOCOL.md, section 7), and by situation where a code has several:
 * `throw engineError('NOT_FOUND.row', { what: 'wallet', id })`.
 */
export function defineRefusals<const R extends Rows>(rows: R): RefusalRegistry<R> {
  const refusals = refusalsOf(rows);
  const byId = new Map(refusals.map((each) => [each.id, each]));
  const refuse = <const Id extends IdOf<R>>(
    id: Id,
    ...[given]: GivenArguments<RowOf<R, Id>>
  ): ServiceError => {
    const row = byId.get(id);
    if (row === undefined) throw new TypeError(`No error is registered as ${id}.`);
    const values: Readonly<Record<string, unknown>> = { ...given };
    const filled = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    return new ServiceError({
      serviceErrorCode: row.code,
      status: row.status,
      message: filled(row.message),
      remedy: filled(row.remedy),
      cause: given?.cause,
      fieldViolations:
        row.violation === undefined
          ? (given?.fieldViolations ?? [])
          : [{ field: String(values['field']), description: filled(row.violation) }],
    });
  };
  return Object.assign(refuse, { refusals });
}

const refusalsOf = (rows: Rows): Refusal[] =>
  Object.entries(rows).flatMap(([name, row]) => {
    const code = name as ServiceErrorCode;
    if (isRow(row)) return [refusalOf(code, code, row)];
    return Object.entries(row).map(([situation, each]) => refusalOf(code, `${code}.${situation}`, each));
  });

const isRow = (row: Row | object): row is Row => typeof row === 'string' || Array.isArray(row);

function refusalOf(code: ServiceErrorCode, id: string, row: Row): Refusal {
  const [status, message, remedy = 'Change the request and stamp it again.', violation] =
    typeof row === 'string'
      ? (['INVALID_ARGUMENT', `bad request body ({field}: ${row})`, undefined, row] as const)
      : row;
  return { code, id, status, message, remedy, violation };
}

/** What several rooms refuse. */
export const serviceError = defineRefusals({
  INTERNAL: { failed: ['INTERNAL', 'internal server error'] },
  ORGANIZATION_NOT_FOUND: ['NOT_FOUND', 'no organization found with the given ID'],
  REQUEST_INVALID: { field: '{description}' },
});

/** A request that is wrong in one field of its body, in the words of what reads that field. */
export const invalidField = (field: string, description: string, options: ErrorOptions = {}): ServiceError =>
  serviceError('REQUEST_INVALID.field', { field, description, ...options });

/**
 * What a reader says of a field, told to the caller in its words; any other error as it is.
 * @param codes those of the reader's errors that are about the field; all of them when left out
 */
export const asInvalidField = (error: unknown, field: string, codes?: readonly string[]): unknown =>
  error instanceof AppError && codes?.includes(error.code) !== false
    ? invalidField(field, error.message, { cause: error })
    : error;
