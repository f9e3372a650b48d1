import { operationByPath, operationByType } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { DraftRequest } from '../request-groups/module.ts';
import type { BatchEntry, BatchProblem } from './batch-entry.ts';
import { problemWords } from './problem-text.ts';

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
      message: problemWords(issue, entry.parameters),
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
