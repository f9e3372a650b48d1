import type { z } from 'zod';
import { operationByPath, operationByType } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { AppError } from '#protocol/error.ts';
import { valueAt } from '#protocol/form/draft.ts';
import type { DraftRequest } from '../request-groups/module.ts';
import { batchError } from './errors.ts';

/** Why a line of a batch's file will not do: which member of it, and what is wrong. */
export interface BatchProblem {
  /** Of the file, from 1. */
  readonly line: number;
  /** A path such as `parameters.signWith`; empty for the line as a whole. */
  readonly field: string;
  readonly message: string;
}

/** One request as the file has it, before it is checked. */
interface BatchEntry {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  /** The path or the `ACTIVITY_TYPE_*` of an operation. */
  readonly operation: string;
  readonly parameters: unknown;
  /** What the file calls it. */
  readonly reference: string | null;
}

/** A line that holds a request, or why it holds none. */
export type BatchLine = { readonly entry: BatchEntry } | { readonly problem: BatchProblem };

/** The longest line, in characters. */
export const LINE_LIMIT = 1 << 20;

/** The file as a whole is no batch. */
export const batchInvalid = (message: string, cause?: unknown): AppError =>
  batchError('BATCH_INVALID', { message, cause });

const EXPECTED: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/** What is wrong with a member of a line, to be read after its path. @param json what the line's path begins in */
export function problemText(issue: z.core.$ZodIssue, json: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `has what nobody knows: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  if (issue.path.length > 0 && valueAt(json, issue.path) === undefined) return 'is missing';
  if (issue.code === 'invalid_value') return `is none of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `is less than ${sizeText(issue.minimum, issue.origin)}`;
  if (issue.code === 'too_big') return `is more than ${sizeText(issue.maximum, issue.origin)}`;
  // The catalogue says what a format is, where it is one of its own.
  if (issue.code === 'invalid_format')
    return issue.message.startsWith('Invalid') ? `is no ${issue.format}` : `is not ${issue.message}`;
  const expected = issue.code === 'invalid_type' ? EXPECTED[issue.expected] : undefined;
  return expected === undefined ? issue.message : `is not ${expected}`;
}

function sizeText(size: number | bigint, origin: string): string {
  const count = size.toLocaleString('en');
  if (origin === 'string') return `${count} characters`;
  return origin === 'array' ? `${count} of them` : count;
}

/** The most problems that are told of one line. */
const PROBLEMS_OF_LINE = 5;

/** A line as a request of the catalogue, or everything that is wrong with it. */
export function checkEntry(
  entry: BatchEntry,
): { readonly request: DraftRequest & { readonly line: number } } | { readonly problems: BatchProblem[] } {
  const { line, reference } = entry;
  const operation = batchOperation(entry.operation);
  if (typeof operation === 'string') return { problems: [{ line, field: 'operation', message: operation }] };
  const parsed = operation.parameters.safeParse(entry.parameters);
  if (parsed.success) {
    const named = reference === null ? {} : { reference };
    return { request: { operation, parameters: parsed.data, line, ...named } };
  }
  return {
    problems: parsed.error.issues.slice(0, PROBLEMS_OF_LINE).map((issue) => ({
      line,
      field: ['parameters', ...issue.path.map(String)].join('.'),
      message: problemText(issue, entry.parameters),
    })),
  };
}

/** The operation of a path or an `ACTIVITY_TYPE_*`, or why it can be in no batch. */
export function batchOperation(name: string): SubmitOperation | string {
  const operation = operationByType(name) ?? operationByPath(name);
  if (operation === undefined) return `the catalogue has no operation “${name.slice(0, 64)}”`;
  if (operation.kind === 'query') return 'it only reads, and makes no activity';
  if (operation.ballot === true) return 'a vote is looked at and cast by itself, under Activities';
  return operation;
}
