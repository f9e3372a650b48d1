import { describe, expect, test } from 'vitest';
import { previewWarning } from '#main/features/previews/warnings.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';

const warning = defineWarnings({
  EXPIRES_SOON: ['caution', 'It expires in {left}', 'Used later, it is refused.'],
  ROOT_USER: {
    alone: ['danger', 'A root user', 'It can do everything.'],
    together: ['caution', 'A root user', 'It is one of {needed} votes.'],
  },
});

describe('a warning out of a registry', () => {
  test('has the code, the severity and the texts of its row, with what is given in them', () => {
    expect(warning('EXPIRES_SOON', { left: '{left} $&' })).toEqual({
      code: 'EXPIRES_SOON',
      severity: 'caution',
      title: 'It expires in {left} $&',
      text: 'Used later, it is refused.',
    });
  });

  test('has the code alone where it is one situation of several', () => {
    expect(warning('ROOT_USER.together', { needed: 2 })).toMatchObject({
      code: 'ROOT_USER',
      severity: 'caution',
      text: 'It is one of 2 votes.',
    });
  });

  test('a row that is not there, and a name that is not given, do not compile', () => {
    // @ts-expect-error no such row
    expect(() => warning('ROOT_USER')).toThrow('registered');
    // @ts-expect-error `left` is missing
    expect(warning('EXPIRES_SOON').title).toContain('undefined');
  });
});

test('each row of the previews says what it is in a title and a sentence', () => {
  const rows = Object.values(previewWarning.rows).flatMap((row): readonly (readonly string[])[] =>
    Array.isArray(row) ? [row as readonly string[]] : Object.values(row as Record<string, readonly string[]>),
  );
  expect(rows.length).toBeGreaterThan(50);
  for (const [, title = '', text = ''] of rows)
    expect([text, /[^.]$/.test(title), /[.}]$/.test(text)]).toEqual([text, true, true]);
});
