import { get, set } from 'react-hook-form';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { draftPath, valueOfGroup } from '#protocol/form/draft.ts';
import type { DraftGroup } from '#protocol/form/draft.ts';
import type { FormField } from '#protocol/form/form-field.ts';
import { expressionFaults } from './expression-faults.ts';
import { issueWords } from './issue-text.ts';

/** Validates a draft with the operation's own schema and the policy language; every message stands at its field. */
export function resolverOf(fields: readonly FormField[], schema: z.ZodType): Resolver {
  return (values) => {
    const parameters = valueOfGroup(fields, (values as { parameters: DraftGroup }).parameters);
    const parsed = schema.safeParse(parameters);
    const errors = errorsOf(fields, parsed.success ? [] : parsed.error.issues, parameters);
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

function errorsOf(
  fields: readonly FormField[],
  issues: readonly z.core.$ZodIssue[],
  parameters: unknown,
): FieldErrors {
  const errors: FieldValues = {};
  for (const issue of issues) {
    const error = { type: issue.code, message: issueWords(issue, parameters) };
    set(errors, errorPath(fields, issue.path), error);
  }
  for (const { path, message } of expressionFaults(fields, parameters)) {
    const place = errorPath(fields, path);
    if (get(errors, place) === undefined) set(errors, place, { type: 'expression', message });
  }
  return errors;
}

/** Where the form keeps what is wrong with a value of the parameters, by the value's path. */
export function errorPath(fields: readonly FormField[], path: readonly PropertyKey[]): string {
  const place = `parameters.${draftPath(fields, path)}`;
  // What is wrong with a list or group stands beside what is wrong inside it.
  return isWhole(fields, path) ? `${place}.root` : place;
}

function isWhole(fields: readonly FormField[], path: readonly PropertyKey[]): boolean {
  const [name, ...rest] = path;
  const field = fields.find((candidate) => candidate.name === name);
  if (field?.kind === 'group') return rest.length === 0 || isWhole(field.fields, rest);
  if (field?.kind !== 'list') return false;
  if (rest.length === 0) return true;
  const { element } = field;
  return element.kind === 'group' && (rest.length === 1 || isWhole(element.fields, rest.slice(1)));
}
