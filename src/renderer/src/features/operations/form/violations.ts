import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormField } from '#protocol/form/form-field.ts';
import type { RefusalBody } from '#preload/contract/service-refusal.ts';
import type { Refused } from '#renderer/ui/notes.tsx';
import { errorPath } from './resolve.ts';
import { FORM_TEXT } from './text.ts';

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
