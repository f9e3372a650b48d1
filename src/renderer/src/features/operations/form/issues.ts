import type { z } from 'zod';
import type { FormField } from '#protocol/form/form-field.ts';
import { valueAt } from '#protocol/form/draft.ts';
import { type PolicyPart, faultOf } from '#protocol/policies/fields.ts';
import { FORM_TEXT } from './text.ts';

/** What can't be read of a part of a policy, and where that part stands in the parameters. */
interface ExpressionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const PARTS: readonly string[] = ['condition', 'consensus', 'time'] satisfies PolicyPart[];
/** Whether a control is of the policy language. */
export const isPart = (control: string | undefined): control is PolicyPart =>
  control !== undefined && PARTS.includes(control);

/** Every expression among parameters that the service's parser would refuse; one that is not given is fine. */
export const expressionFaults = (
  fields: readonly FormField[],
  parameters: unknown,
): readonly ExpressionFault[] =>
  typeof parameters !== 'object' || parameters === null
    ? []
    : fields.flatMap((field) =>
        faultsIn(field, (parameters as Readonly<Record<string, unknown>>)[field.name], [field.name]),
      );

function faultsIn(field: FormField, value: unknown, path: ExpressionFault['path']): ExpressionFault[] {
  if (field.kind === 'group')
    return expressionFaults(field.fields, value).map((fault) => ({
      ...fault,
      path: [...path, ...fault.path],
    }));
  if (field.kind === 'list' && Array.isArray(value))
    return value.flatMap((item: unknown, index) => faultsIn(field.element, item, [...path, index]));
  if (field.kind !== 'text' || typeof value !== 'string' || !isPart(field.control)) return [];
  const message = faultOf(field.control, value);
  return message === null ? [] : [{ path, message }];
}

const TEXT = FORM_TEXT.issues;

/** What is wrong with a value, in words for the field that it stands in. */
export function issueWords(issue: z.core.$ZodIssue, parameters: unknown): string {
  const value = valueAt(parameters, issue.path);
  const isEmpty = value === undefined || value === '';
  if (isEmpty) return TEXT.required;
  if (issue.code === 'invalid_format') return formatWords(issue);
  if (issue.code === 'too_small') return sizeWords(TEXT.atLeast, Number(issue.minimum), issue.origin);
  if (issue.code === 'too_big') return sizeWords(TEXT.atMost, Number(issue.maximum), issue.origin);
  if (issue.code === 'invalid_value') return TEXT.notListed;
  const isNumber = issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number');
  return isNumber ? TEXT.wholeNumber : sentence(issue.message);
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: TEXT.uuid,
  email: TEXT.email,
  url: TEXT.url,
};

function formatWords({ format, message }: z.core.$ZodIssueInvalidStringFormat): string {
  const known = FORMATS[format];
  if (known !== undefined) return known;
  // The catalogue says what a format is, where it is one of its own.
  return message.startsWith('Invalid') ? TEXT.format : TEXT.expected(message);
}

function sizeWords(bound: string, size: number, origin: string): string {
  const count = size.toLocaleString('en');
  if (origin === 'string') return TEXT.characters(bound, count);
  return origin === 'array' ? TEXT.items(bound, count) : `${bound} ${count}.`;
}

const sentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
