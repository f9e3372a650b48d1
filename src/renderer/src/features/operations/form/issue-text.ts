import type { z } from 'zod';
import { valueAt } from '../../../../../protocol/form/value-at.ts';

/** What is wrong with a value, in words for the field that it stands in. */
export function issueWords(issue: z.core.$ZodIssue, parameters: unknown): string {
  const value = valueAt(parameters, issue.path);
  const isEmpty = value === undefined || value === '';
  if (isEmpty) return issue.code === 'invalid_value' ? 'Choose one.' : 'Fill this in.';
  if (issue.code === 'invalid_format') return formatWords(issue);
  if (issue.code === 'too_small') return sizeWords('At least', Number(issue.minimum), issue.origin);
  if (issue.code === 'too_big') return sizeWords('At most', Number(issue.maximum), issue.origin);
  if (issue.code === 'invalid_value') return 'Choose one of the list.';
  const isNumber = issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number');
  return isNumber ? 'Type a whole number.' : sentence(issue.message);
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'This is no id: ids have 32 hex digits in five groups.',
  email: 'This is no email address.',
  url: 'This is no URL.',
};

function formatWords({ format, message }: z.core.$ZodIssueInvalidStringFormat): string {
  const known = FORMATS[format];
  if (known !== undefined) return known;
  // The catalogue says what a format is, where it is one of its own.
  return message.startsWith('Invalid') ? 'This does not have the right form.' : `Expected ${message}.`;
}

function sizeWords(bound: string, size: number, origin: string): string {
  const count = size.toLocaleString('en');
  if (origin === 'string') return `${bound} ${count} characters.`;
  return origin === 'array' ? `${bound} ${count} of them.` : `${bound} ${count}.`;
}

const sentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
