import type { z } from 'zod';
import { valueAt } from '#protocol/form/draft.ts';

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
export function problemWords(issue: z.core.$ZodIssue, json: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `has what nobody knows: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  if (issue.path.length > 0 && valueAt(json, issue.path) === undefined) return 'is missing';
  if (issue.code === 'invalid_value') return `is none of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `is less than ${sizeWords(issue.minimum, issue.origin)}`;
  if (issue.code === 'too_big') return `is more than ${sizeWords(issue.maximum, issue.origin)}`;
  // The catalogue says what a format is, where it is one of its own.
  if (issue.code === 'invalid_format')
    return issue.message.startsWith('Invalid') ? `is no ${issue.format}` : `is not ${issue.message}`;
  const expected = issue.code === 'invalid_type' ? EXPECTED[issue.expected] : undefined;
  return expected === undefined ? issue.message : `is not ${expected}`;
}

function sizeWords(size: number | bigint, origin: string): string {
  const count = size.toLocaleString('en');
  if (origin === 'string') return `${count} characters`;
  return origin === 'array' ? `${count} of them` : count;
}
