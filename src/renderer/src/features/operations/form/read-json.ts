import type { z } from 'zod';
import { type DraftGroup, UnreadableValue, readDraft } from '#protocol/form/draft.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';
import { expressionFaults, issueWords } from './issues.ts';
import { FORM_TEXT } from './text.ts';

export type JsonReading =
  | { readonly ok: true; readonly draft: DraftGroup; readonly parameters: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads parameters that were typed as JSON; they may be incomplete, but the form must have a field for each.
 * @param settled parameters that the asking screen has settled: others in their place are refused
 */
export function readJson(fields: readonly FormField[], text: string, settled: Parameters): JsonReading {
  let parameters: unknown;
  try {
    parameters = JSON.parse(text === '' ? '{}' : text);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : FORM_TEXT.issues.json };
  }
  try {
    const draft = readDraft(fields, parameters);
    const given = parameters as Parameters;
    const changed = Object.entries(settled).find(
      ([name, value]) => JSON.stringify(given[name]) !== JSON.stringify(value),
    );
    if (changed) return { ok: false, message: FORM_TEXT.issues.settled(changed[0]) };
    return { ok: true, draft, parameters: given };
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    return { ok: false, message: `${error.path.join('.') || FORM_TEXT.parameters}: ${error.message}.` };
  }
}

/** Everything that a schema and the policy language find wrong, one line each; null for nothing. */
export function findFaults(schema: z.ZodType, parameters: unknown): string | null {
  const parsed = schema.safeParse(parameters);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faults = [
    ...issues.map(
      (issue) => `${issue.path.join('.') || FORM_TEXT.parameters}: ${issueWords(issue, parameters)}`,
    ),
    ...expressionFaults(formFields(schema), parameters).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ),
  ];
  return faults.length === 0 ? null : faults.join('\n');
}
