import { z } from 'zod';
import { type QueryOperation, type SubmitOperation, submitEnvelope } from '#protocol/catalogue/operation.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { FieldViolation } from '#protocol/status.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { httpError } from './errors.ts';

/** Several times what the largest request of this API has. */
const MOST_PARTS = 20_000;
/** Every vote keeps its body, and whoever lists them is told all of it. */
const MOST_SPACE = 4_096;
const LIMITS = { mostParts: MOST_PARTS, mostSpace: MOST_SPACE, leavesRestToSchema: true } as const;
/** A vote names a fingerprint, and everyone who looks at the activity is told all of its body. */
const MOST_VOTE_KIB = 16;
/** A caller mends the first ones first; an answer that lists more is larger than the request. */
const MOST_VIOLATIONS = 100;
const LONGEST_FIELD = 200;
/** What no schema sees is kept in a vote's body all the same: so many characters of names, and of the space around them. */
const MOST_LEFT_OUT = 256 * 1024;
const SPACE_AROUND = 64;

/**
 * A copy of a JSON value without the members that are null: published clients send null for absent.
 * @param left how many characters more may be left out
 * @throws ServiceError REQUEST_INVALID
 */
function withoutNulls(value: unknown, left = { out: MOST_LEFT_OUT }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, left));
  const entries = Object.entries(value);
  const kept = entries.filter(([, member]) => member !== null);
  for (const [name, member] of entries) if (member === null) left.out -= name.length + SPACE_AROUND;
  if (left.out < 0) throw httpError('REQUEST_INVALID.leftOut');
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member, left)]));
}

/** @throws ServiceError REQUEST_INVALID for the body of a vote that is padded */
export function requireShortVote(body: Uint8Array): void {
  if (body.length > 1024 * MOST_VOTE_KIB)
    throw httpError('REQUEST_INVALID.longVote', { limit: MOST_VOTE_KIB });
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The exact text of a body beside what it says. */
export interface ReadBody {
  readonly text: string;
  readonly json: JsonObject;
}

const queryEnvelope = z.looseObject({ organizationId: z.string() });

/**
 * Reads the bytes of a body as a JSON object, in any member order; members that are null count as absent. No member
 * stands twice: who checked one of the two has not checked what is done.
 * @throws ServiceError REQUEST_INVALID
 */
export function readJsonObject(body: Uint8Array): ReadBody {
  let text: string;
  let json: unknown;
  try {
    text = fromUtf8(body, 'body');
    json = withoutNulls(parseStrictJson(text, 'body', LIMITS));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw httpError('REQUEST_INVALID.notJson', { why: cause.message, cause });
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw httpError('REQUEST_INVALID.notObject');
  }
  return { text, json: json as JsonObject };
}

/**
 * Reads a submit request for an operation.
 * @returns the parameters as the schema makes them, and as they were sent
 * @throws ServiceError REQUEST_INVALID with a violation for every field that is wrong
 */
export function readSubmit(
  operation: SubmitOperation,
  json: JsonObject,
): { readonly timestampMs: string; readonly parameters: unknown; readonly echo: object } {
  const envelope = parse(submitEnvelope, json, '');
  if (envelope.type !== operation.type) {
    throw httpError('REQUEST_INVALID.type', { field: 'type', type: operation.type });
  }
  if (operation.refusesAppProofs === true && 'generateAppProofs' in json) {
    throw httpError('REQUEST_INVALID.notMember', { field: 'generateAppProofs' });
  }
  // Some published clients put this member inside the parameters (PROTOCOL.md, section 6.7).
  const { generateAppProofs, ...echo } = envelope.parameters;
  if (operation.refusesAppProofs === true && generateAppProofs !== undefined) {
    throw httpError('REQUEST_INVALID.notMember', { field: 'parameters.generateAppProofs' });
  }
  if (generateAppProofs !== undefined && typeof generateAppProofs !== 'boolean') {
    throw httpError('REQUEST_INVALID.boolean', { field: 'parameters.generateAppProofs' });
  }
  return {
    timestampMs: envelope.timestampMs,
    parameters: parse(operation.parameters, echo, 'parameters'),
    echo,
  };
}

/**
 * Reads a query's parameters.
 * @throws ServiceError REQUEST_INVALID with a violation for every field that is wrong
 */
export function readQuery(operation: QueryOperation, json: JsonObject): unknown {
  parse(queryEnvelope, json, '');
  const parameters = Object.entries(json).filter(([name]) => name !== 'organizationId');
  return parse(operation.parameters, Object.fromEntries(parameters), '');
}

function parse<S extends z.ZodType>(schema: S, value: unknown, under: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fieldViolations = parsed.error.issues
    .flatMap((issue) => violationsOf(issue, under))
    .slice(0, MOST_VIOLATIONS);
  const [first] = fieldViolations;
  throw httpError('REQUEST_INVALID.fields', {
    first: first === undefined ? '' : ` (${first.field}: ${first.description})`,
    fieldViolations,
  });
}

function violationsOf(issue: z.core.$ZodIssue, under: string): FieldViolation[] {
  const path = [...(under === '' ? [] : [under]), ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_VIOLATIONS).map((key) => ({
      field: [...path, key].join('.').slice(0, LONGEST_FIELD),
      description: 'is not a member of this request',
    }));
  }
  return [{ field: path.join('.'), description: issue.message }];
}
