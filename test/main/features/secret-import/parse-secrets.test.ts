import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSecrets } from '#main/features/secret-import/read-secrets.ts';
import {
  type NamedSecret,
  SECRET_LIMIT,
  SecretDraft,
  nameProblem,
} from '#main/features/secret-import/secret-draft.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';

const plain = (secrets: readonly NamedSecret[]): [string, string][] =>
  secrets.map(({ name, value }) => [name, value.use((bytes) => fromUtf8(bytes))]);
const refusal = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
};

describe('parseSecrets', () => {
  it('reads lines of names and values, quoted and over several lines', () => {
    const text = '# comment\nA=one\nexport B="two words"\nKEY="-----BEGIN\nabc\n-----END"\n';
    expect(plain(parseSecrets('env', text))).toEqual([
      ['A', 'one'],
      ['B', 'two words'],
      ['KEY', '-----BEGIN\nabc\n-----END'],
    ]);
  });

  it('reads both forms of JSON, and CSV with its columns in either order', () => {
    expect(plain(parseSecrets('json', '{"a":"1","b":"2"}'))).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(plain(parseSecrets('json', '[{"name":"a","value":"1"}]'))).toEqual([['a', '1']]);
    expect(plain(parseSecrets('csv', '\uFEFFValue,Name\n"one, ""two""",a\n'))).toEqual([['a', 'one, "two"']]);
  });

  it('gives back every map of texts that JSON can hold', () => {
    const maps = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1, maxLength: 99, unit: 'grapheme' }),
      {
        minKeys: 1,
        noNullPrototype: true,
      },
    );
    fc.assert(
      fc.property(maps, (map) => {
        expect(plain(parseSecrets('json', JSON.stringify(map)))).toEqual(Object.entries(map));
      }),
    );
  });

  it.each([
    ['env', 'A=1\nA=2'],
    ['json', '{"A":"1","A":"2"}'],
    ['csv', 'name,value\nA,1\nA,2'],
  ] as const)('attack: a name that is there twice hides one of its values (%s): refused', (form, text) => {
    expect(refusal(() => parseSecrets(form, text)).code).toBe('SECRETS_INVALID');
  });

  it.each([
    ['json', '{"A": {"B": "hush-hush"}}'],
    ['json', '{"A": "hush-hush"'],
    ['json', '[{"name": "A", "value": "hush-hush", "more": 1}]'],
    ['csv', 'name,value\nA,hush-hush,"'],
    ['csv', 'name,secret\nA,hush-hush'],
    ['csv', 'name,value\nA,"hush-hush'],
    ['env', ''],
    ['json', '{}'],
  ] as const)('refuses what is no list of secrets, without repeating a value (%s)', (form, text) => {
    const { code, message, remedy } = refusal(() => parseSecrets(form, text));
    expect(code).toBe('SECRETS_INVALID');
    expect(message + remedy).not.toContain('hush-hush');
  });

  it('an empty value does not refuse the others: its own row says why', () => {
    const draft = new SecretDraft();
    draft.add(parseSecrets('env', `A=one\nEMPTY=\nLONG=${'x'.repeat(SECRET_LIMIT + 1)}\nB=two\n`));
    expect(draft.rows(new Set()).map(({ name, state, problem }) => [name, state, problem])).toEqual([
      ['A', 'ready', ''],
      ['EMPTY', 'refused', 'The value is empty'],
      ['LONG', 'refused', `The value has ${SECRET_LIMIT + 1} bytes; ${SECRET_LIMIT} are the most`],
      ['B', 'ready', ''],
    ]);
  });

  it('never throws anything but a typed refusal', () => {
    const forms = fc.constantFrom('env' as const, 'json' as const, 'csv' as const);
    fc.assert(
      fc.property(forms, fc.string({ maxLength: 300 }), (form, text) => {
        try {
          parseSecrets(form, text);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

describe('nameProblem', () => {
  it.each(['STRIPE_SECRET', 'a', 'Prüfung 7', '../../etc/passwd', 'x'.repeat(255)])('takes %s', (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  it.each(['', '  ', 'x'.repeat(256), 'a\nb', 'a\u202eb', 'a\u0000'])('refuses %j', (name) => {
    expect(nameProblem(name)).not.toBeNull();
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)'])('attack: the formula %s as a name is refused', (name) => {
    expect(nameProblem(name)).toContain('spreadsheet');
  });
});
