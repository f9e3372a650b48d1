import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typeOf } from '#protocol/policies/check-types.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parseExpression } from '#protocol/policies/parse-policy.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { printExpression } from '#protocol/policies/expression.ts';
import { expressions, withoutPositions } from './arbitrary.ts';

const MALFORMED: [text: string, position: number][] = [
  ['', 1],
  ['   ', 1],
  ['true true', 6],
  ['&& true', 1],
  ['true &&', 8],
  ['true & false', 6],
  ['true | false', 6],
  ['true and false', 6],
  ['1 = 1', 3],
  ['1 === 1', 5],
  ['1 < 2 < 3', 7],
  ["'a' in ['a'] in [true]", 14],
  ["'open", 1],
  ["'it''s'", 5],
  ['"double"', 1],
  ["'line\nbreak'", 1],
  ["'nul\u0000'", 1],
  ['(true', 6],
  ['true)', 5],
  ['()', 2],
  ['[1, 2', 6],
  ['[1, 2,]', 7],
  ['[,]', 2],
  ['a[]', 3],
  ['a[1..]', 6],
  ['a[..1]', 3],
  ['a[1...2]', 6],
  ['a.', 3],
  ['.a', 1],
  ['a.1', 3],
  ['a..b', 2],
  ['1abc', 1],
  ['0x10', 1],
  ['1.5', 3],
  ['1e3', 1],
  ['--1', 1],
  ['- a', 1],
  ['1 - 1', 3],
  ['1 + 1', 3],
  ['a.any()', 7],
  ['a.any(x)', 8],
  ['a.any(1, true)', 7],
  ['a.any(true, true)', 7],
  ['a.any(x, )', 10],
  ['a.contains()', 12],
  ['a.count(1)', 9],
  ['a.length()', 3],
  ['a.map(x, x)', 3],
  ['count(a)', 6],
  ['in', 1],
  ['true in', 8],
  ['!', 2],
  ['not true', 5],
  ['a ? b : c', 3],
  ['`a`', 1],
  ['a; b', 2],
  ['a\u00a0', 2],
  ['\ufefftrue', 1],
  ['ａ', 1],
  ['// comment', 1],
  ["Timestamp('yesterday')", 11],
  ["Timestamp('2026-02-30T00:00:00Z')", 11],
  ["Timestamp('2026-01-31T00:00:00+01:00')", 11],
  ['Timestamp', 10],
  ['Timestamp(1)', 11],
  ["CronSpan('0 9 * * 1-5', '8h', 'UTC')", 9],
  ['-170141183460469231731687303715884105729', 1],
  ['115792089237316195423570985008687907853269984665640564039457584007913129639936', 1],
  ['9'.repeat(5000), 1],
];
const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('parseExpression', () => {
  it.each(MALFORMED)('refuses %j at character %i', (text, position) => {
    expect(() => parseExpression(text)).toThrow(
      expect.objectContaining({ code: 'POLICY_SYNTAX_INVALID', position }) as Error,
    );
  });

  it('reads back every expression that it prints', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const text = printExpression(expression);
        expect(withoutPositions(parseExpression(text))).toEqual(withoutPositions(expression));
      }),
      { numRuns: 500 },
    );
  });

  it('fails on no text with anything but its own error', () => {
    const pieces = [
      "'",
      '(',
      ')',
      '[',
      ']',
      '.',
      '..',
      ',',
      '&&',
      '||',
      '!',
      '==',
      '<',
      ' in ',
      'a',
      '1',
      '-',
      'any',
      ' ',
      'é',
    ];
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...pieces), maxLength: 40 })),
        (text) => {
          try {
            parseExpression(text);
          } catch (error) {
            expect(error).toBeInstanceOf(PolicyError);
            const { position } = error as PolicyError;
            expect(position).toBeGreaterThanOrEqual(1);
            expect(position).toBeLessThanOrEqual(text.length + 1);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a || b && c', 'a || (b && c)'],
    ['(a || b) && c', '(a || b) && c'],
    ['!a && b', '(!a) && b'],
    ['!a == b', '(!a) == b'],
    ['!a.b', '!(a.b)'],
    ['a && b && c', 'a && b && c'],
    ['a == 1 && b == 2', '(a == 1) && (b == 2)'],
  ])('reads %s as %s', (text, explicit) => {
    expect(withoutPositions(parseExpression(text))).toEqual(withoutPositions(parseExpression(explicit)));
  });

  it('takes the largest and the smallest integer', () => {
    for (const value of [2n ** 256n - 1n, -(2n ** 127n)]) {
      expect(parseExpression(value.toString())).toMatchObject({ value });
    }
  });

  it.each([
    ['parentheses', '('.repeat(33) + 'true' + ')'.repeat(33)],
    ['brackets', '['.repeat(4000) + ']'.repeat(4000)],
    ['negations', '!'.repeat(4000) + 'true'],
    ['predicates', 'a.any(x, '.repeat(40) + 'true' + ')'.repeat(40)],
    ['indexes', 'a['.repeat(40) + '0' + ']'.repeat(40)],
    ['a chain', 'a' + '.b'.repeat(17)],
    ['a long list', `[${Array.from({ length: 1001 }, () => '1').join(',')}]`],
    ['a long text', `'${'a'.repeat(10_000)}'`],
  ])('refuses %s beyond the limit: exhausting the stack', (_what, text) => {
    expect(() => parseExpression(text)).toThrow(refusal('POLICY_TOO_LARGE'));
  });

  it('takes the deepest tree that the limits allow, and evaluates it', () => {
    let text = 'true';
    for (let level = 0; level < 31; level += 1)
      text = `activity.params.any(x${level}, ${text})${'.f'.repeat(13)}`;
    const expression = parseExpression(text);
    expect(() => typeOf(expression, CONDITION_KEYWORDS)).toThrow(PolicyError);
    expect(evaluate(expression, {})).toBeInstanceOf(PolicyError);
    expect(printExpression(expression)).toBe(text);
  });

  it('takes what just fits', () => {
    expect(parseExpression('('.repeat(32) + 'true' + ')'.repeat(32))).toMatchObject({ value: true });
    expect(parseExpression(Array.from({ length: 1000 }, () => 'a').join(' || '))).toMatchObject({
      kind: 'logical',
    });
    expect(parseExpression('a' + '.b'.repeat(16))).toMatchObject({ kind: 'field' });
  });
});
