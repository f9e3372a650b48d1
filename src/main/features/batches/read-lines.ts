import { TextDecoder } from 'node:util';
import { z } from 'zod';
import { jsonObject } from '#protocol/activity.ts';
import { operationByPath, operationByType } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { AppError } from '#protocol/error.ts';
import { valueAt } from '#protocol/form/draft.ts';
import { createYield } from '../../platform/pacing.ts';
import { openPlainFile } from '../../platform/plain-files.ts';
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

/** A line that holds a request, or why it holds none, or one that the operator left out. */
export type BatchLine =
  { readonly entry: BatchEntry } | { readonly problem: BatchProblem } | { readonly leftOut: number };

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
  if (issue.code === 'unrecognized_keys') return `has unknown members: ${namesText(issue.keys)}`;
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

/** So many names are told, and so much of each: a line may have a million bytes of them. */
const NAMES = 5;
const NAME_LENGTH = 64;

function namesText(names: readonly string[]): string {
  const told = names.slice(0, NAMES).map((name) => JSON.stringify(name.slice(0, NAME_LENGTH)));
  const others = names.length - told.length;
  return `${told.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en')} more` : ''}`;
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

/** The largest file, in bytes. */
const FILE_LIMIT = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;

/**
 * The text of a plain file, piece by piece; a byte order mark is left out.
 * @throws AppError `FILE_UNREADABLE`, `BATCH_INVALID` when it is too large or no UTF-8
 */
export async function* readText(path: string): AsyncGenerator<string, void, undefined> {
  const file = await openPlainFile(path);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const buffer = new Uint8Array(CHUNK);
    for (let total = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
      total += bytesRead;
      if (total > FILE_LIMIT)
        throw batchInvalid(`The file is larger than ${FILE_LIMIT >> 20} MiB, the most that is read.`);
      const text = decode(decoder, buffer.subarray(0, bytesRead), bytesRead > 0);
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (cause) {
    throw batchInvalid('The file is no UTF-8 text.', cause);
  }
}

const request = z
  .strictObject({
    operation: z.string().optional(),
    type: z.string().optional(),
    parameters: jsonObject,
    id: z.union([z.string().max(255), z.number()]).optional(),
  })
  .refine(({ operation, type }) => (operation === undefined) !== (type === undefined), {
    error: 'either "operation" or "type" says what it is',
    path: ['operation'],
  });

/**
 * Reads JSONL: one `{"operation" or "type", "parameters", "id"?}` a line; empty lines are left out. Others have their turn
 * between lines: one piece of a file has tens of thousands of short ones.
 * @throws AppError `BATCH_INVALID` for a line that is too long
 */
export async function* readJsonl(text: AsyncIterable<string>): AsyncGenerator<BatchLine, void, undefined> {
  const yieldToEventLoop = createYield();
  for await (const { line, content } of linesOf(text)) {
    await yieldToEventLoop();
    if (content.trim() !== '') yield readLine(line, content);
  }
}

function readLine(line: number, content: string): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { problem: { line, field: '', message: 'is no JSON' } };
  }
  const parsed = request.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = issue === undefined ? 'has the wrong shape' : problemText(issue, value);
    return { problem: { line, field: issue?.path.join('.') ?? '', message } };
  }
  const { operation, type, parameters, id } = parsed.data;
  const reference = id === undefined ? null : String(id);
  return { entry: { line, operation: operation ?? type ?? '', parameters, reference } };
}

async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ line: number; content: string }, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const piece of text) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const content of parts) {
      line += 1;
      if (content.length > LINE_LIMIT) throw tooLong(line);
      yield { line, content };
    }
    if (rest.length > LINE_LIMIT) throw tooLong(line + 1);
  }
  yield { line: line + 1, content: rest };
}

const tooLong = (line: number): Error =>
  batchInvalid(`Line ${line} is longer than ${LINE_LIMIT.toLocaleString('en')} characters.`);
