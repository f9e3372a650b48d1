import { useEffect } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  get,
  set,
} from 'react-hook-form';
import type { z } from 'zod';
import type { RefusalBody } from '#preload/contract/call.ts';
import { type DraftGroup, draftPath, valueOfGroup } from '#protocol/form/draft.ts';
import type { FormField } from '#protocol/form/form-field.ts';
import type { Refused } from '#renderer/ui/notes.tsx';
import { expressionFaults, issueWords } from './issues.ts';
import { FORM_TEXT } from './text.ts';

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

/** A path as services write it: `parameters.users.0.userName`, also with `users[0]`. */
const stepsOf = (field: string): (string | number)[] =>
  field
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));

/** Where a form shows what the service would not take. Violations of what the form has no field for are left out. */
export function violationsAt(
  fields: readonly FormField[],
  violations: RefusalBody['fieldViolations'],
): readonly { readonly path: string; readonly message: string }[] {
  return violations.flatMap(({ field, description }) => {
    const [body, ...path] = stepsOf(field);
    const isOurs = body === 'parameters' && fields.some(({ name }) => name === path[0]);
    return isOurs ? [{ path: errorPath(fields, path), message: FORM_TEXT.byService(description) }] : [];
  });
}

/** Puts what the service would not take at the fields, and the focus on the first of them. */
export function useViolations(
  { setError }: Pick<UseFormReturn, 'setError'>,
  fields: readonly FormField[],
  refusal: Refused | null,
  focusFirst: () => void,
): void {
  useEffect(() => {
    const found = violationsAt(fields, refusal?.service?.fieldViolations ?? []);
    for (const { path, message } of found) setError(path, { type: 'service', message });
    if (found.length > 0) focusFirst();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal, not for each drawing
  }, [refusal]);
}
