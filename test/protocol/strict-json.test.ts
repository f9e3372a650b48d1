import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';

const read = (text: string) => parseStrictJson(text, 'text');
const refused = (says: RegExp): Error =>
  expect.objectContaining({ code: 'JSON_INVALID', message: expect.stringMatching(says) as string }) as Error;

/** JSON of whole numbers and anything else, without a name that is not allowed. */
const values = fc
  .jsonValue({ depthSize: 'medium' })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  .map(
    (value) => JSON.parse(JSON.stringify(value).replace(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi, '7')) as unknown,
  );

describe('JSON that can mean one thing only', () => {
  it('reads what JSON says', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 2), (value, indent) => {
        expect(read(JSON.stringify(value, null, indent))).toEqual(value);
      }),
    );
  });

  it.each([
    ['a name twice', '{"a":1,"a":2}', /the name "a" twice/],
    ['a name twice, spelled otherwise', '{"a":1,"\\u0061":2}', /the name "a" twice/],
    ['a name twice, deep inside', '[{"b":{"a":1,"c":[],"a":2}}]', /twice/],
    ['a prototype', '{"__proto__":{}}', /__proto__/],
    ['a number that would be rounded', '9007199254740993', /as text/],
    ['a fraction that would be rounded away', '9007199254740991.4', /as text/],
    ['a power', '1e3', /as text/],
    ['a text that does not end', '["a', /does not end/],
    ['half of a character', '{"a":["pay \\ud83d"]}', /has half of a character in the text at position 7/],
    ['its other half, in a name', '{"\\uDE00":1}', /half of a character/],
    ['both halves in the wrong order', '["\\ude00\\ud83d"]', /half of a character/],
    ['half of a character as it stands', '["\ud83d"]', /half of a character/],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, /more than 32 levels/],
    ['no JSON', '{a:1}', /is no JSON/],
    ['something behind it', '{} {}', /is no JSON/],
    ['nothing', '', /is no JSON/],
  ])('refuses %s', (_what, text, says) => {
    expect(() => read(text)).toThrow(refused(says));
  });

  it('reads characters of two halves, escaped or not, and escapes of escapes', () => {
    expect(read('["\\ud83d\\ude00", "\ud83d\ude00", "\\\\ud83d", "\ufffd"]')).toEqual([
      '\u{1f600}',
      '\u{1f600}',
      '\\ud83d',
      '\ufffd',
    ]);
  });

  it('allows a name again in another object, and names that objects have by themselves', () => {
    expect(read('[{"a":1},{"a":2,"constructor":3}]')).toEqual([
      { a: 1 },
      { a: 2, constructor: 3 },
    ] as object[]);
  });

  it('attack: a megabyte of quotes that are escaped takes no time', () => {
    expect(() => read(`"${'\\"'.repeat(500_000)}`)).toThrow(refused(/does not end/));
    expect(() => read('['.repeat(1_000_000))).toThrow(refused(/levels/));
  });

  it('takes as many names and values as it is told, and any number where it is told', () => {
    expect(parseStrictJson('{"a":[1,2]}', 'text', { mostParts: 5 })).toEqual({ a: [1, 2] });
    expect(() => parseStrictJson('{"a":[1,2,3]}', 'text', { mostParts: 5 })).toThrow(refused(/more than 5/));
    expect(parseStrictJson('[1.5, 1e3, -0.0]', 'text', { leavesRestToSchema: true })).toEqual([
      1.5, 1000, -0,
    ]);
  });

  it('attack: a text of a few values is padded with spaces, for everybody who is told of it', () => {
    const value = {
      parameters: { list: [{ name: 'a'.repeat(9_000), of: [1, [2, [3, [{ deep: true }]]]] }] },
    };
    for (const indent of [0, 2, 8, '\t'])
      expect(parseStrictJson(JSON.stringify(value, null, indent), 'text', { mostSpace: 0 })).toEqual(value);
    // What stands in a text is no padding.
    expect(parseStrictJson(JSON.stringify([' '.repeat(9_000)]), 'text', { mostSpace: 0 })).toHaveLength(1);
    const padded = (by: number): string => `{"a":${'\n'.repeat(by)}1}`;
    const most = { mostSpace: 1_000 };
    expect(parseStrictJson(padded(1_000), 'text', most)).toEqual({ a: 1 });
    expect(() => parseStrictJson(padded(2_000), 'text', most)).toThrow(refused(/too much space/));
    expect(read(padded(100_000))).toEqual({ a: 1 });
  });

  it('finds the end of a text as JSON does, whatever is escaped in it', () => {
    const text = fc.array(fc.constantFrom('\\', '"', 'a', '{', ',', ':'), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const value = texts.map((each) => each.join(''));
        expect(read(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  it('throws nothing but its own errors', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => text.replace(/[a-z]/, '"')),
        ),
        (text) => {
          try {
            read(text);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
