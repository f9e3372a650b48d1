import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { parseExpression } from '#protocol/policies/parse-policy.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { printExpression } from '#protocol/policies/expression.ts';
import { HexText, Instant, type Struct } from '#protocol/policies/value.ts';
import { expressions } from './arbitrary.ts';

const environment: Struct = {
  activity: { type: 'T', action: 'SIGN', params: { user_ids: ['a', 'b'], nested: { deep: 1n } } },
  eth: { tx: { to: '0xAb', data: '0xa9059cbb0000', value: 5n, chain_id: 1n } },
  secret: { static_properties: new Map([['kind', 'card']]) },
  approvers: [
    { id: 'a', tags: ['x', 'y'] },
    { id: 'b', tags: [] },
  ],
  time: { now: new Instant(Date.UTC(2026, 0, 15)) },
  huge: { value: 2n ** 256n },
};
const result = (text: string): boolean | PolicyError => evaluate(parseExpression(text), environment);

const TRUE = [
  'true',
  '!false',
  'true && !false || false',
  '1 == 1 && 1 != 2 && 1 < 2 && 2 > 1 && 1 <= 1 && 1 >= 1',
  '-5 < 0',
  "'a' == 'a' && 'a' != 'b'",
  'true == true && true != false',
  '2 in [1, 2, 3]',
  '!(4 in [1, 2, 3])',
  '!(1 in [])',
  '[1, 2, 3][0] == 1 && [1, 2, 3][2] == 3',
  "'abc'[1] == 'b'",
  '[1, 2, 3][0..2].count() == 2',
  '[1, 2, 3][3..3].count() == 0',
  "'abc'[0..2] == 'ab' && 'abc'[0..0] == ''",
  "'a😀b'[1] == '😀' && 'a😀b'[0..2] == 'a😀'",
  '[1, 1].all(x, x == 1) && [].all(x, false)',
  '[1, 2].any(x, x == 2) && ![].any(x, true)',
  '[1, 2].contains(2) && ![1, 2].contains(3)',
  '[1, 2, 3].filter(x, x > 1).count() == 2',
  '[[1, 2], [3]].any(row, row.any(cell, cell == 3))',
  "activity.params.user_ids.count() == 2 && 'a' in activity.params.user_ids",
  'activity.params.nested.deep == 1',
  "eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.value <= 5",
  "secret.static_properties['kind'] == 'card'",
  "approvers.filter(u, u.tags.contains('x')).count() >= 1",
  "time.now >= Timestamp('2026-01-01T00:00:00Z') && time.now < Timestamp('2026-02-01T00:00:00+00:00')",
  "Timestamp('2026-01-15T00:00:00Z') == time.now",
  '115792089237316195423570985008687907853269984665640564039457584007913129639935 > 170141183460469231731687303715884105728',
];
const ERRORS = [
  'unknown == 1',
  'activity.missing == 1',
  'activity.params.missing == 1',
  'eth.tx.gas > 1',
  'wallet.id == 1',
  "1 == '1'",
  'activity.type == 1',
  'activity.params.nested == activity.params.nested',
  "activity.type < 'b'",
  "'a' in activity.type",
  "1 in ['a']",
  '[1][1] == 1',
  '[1][-1] == 1',
  "'abc'[3] == 'c'",
  '[1, 2][1..3].count() == 1',
  '[1, 2][2..1].count() == 0',
  "eth.tx.data[0..100] == '0x'",
  "secret.static_properties['other'] == 'card'",
  'secret.static_properties[0] == 1',
  'activity.type.count() == 1',
  'activity.params.user_ids.any(x, x)',
  'activity.params',
  'huge.value > 1',
  '!activity.type',
];

describe('evaluate', () => {
  it.each(TRUE)('%s', (text) => {
    expect(result(text)).toBe(true);
  });

  it.each(ERRORS)('%s is an error', (text) => {
    expect(result(text)).toMatchObject({ code: 'POLICY_EVALUATION_FAILED' });
  });

  it('an error has no stack trace, and those that are made afterwards have', () => {
    expect(result('wallet.id == 1')).toHaveProperty('stack', expect.not.stringMatching(/\n\s+at /u));
    expect(new Error('another').stack).toMatch(/\n\s+at /u);
  });

  it.each([
    'false && missing == 1',
    'missing == 1 && false',
    'true || missing == 1',
    'missing == 1 || true',
    '[1, 2].any(x, x == 1 || missing == x)',
    '[1, 2].all(x, [false, true][x])',
    "wallet.id == 'w' || activity.type == 'T'",
  ])('skips no clause: %s', (text) => {
    expect(result(text)).toBeInstanceOf(PolicyError);
  });

  it.each([
    'activity.constructor == 1',
    'activity.__proto__ == 1',
    'activity.params.toString == 1',
    'constructor.name == 1',
    '__proto__.x == 1',
    "secret.static_properties['constructor'] == 'a'",
    "secret.static_properties['size'] == 'a'",
    'activity.params.user_ids.length == 2',
  ])('reaches nothing of the language below: %s', (text) => {
    expect(result(text)).toMatchObject({ code: 'POLICY_EVALUATION_FAILED' });
  });

  it('ends: work that multiplies', () => {
    const list = `[${Array.from({ length: 100 }, () => '1').join(',')}]`;
    const text = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a == b && c == d))))`;
    expect(result(text)).toMatchObject({ message: expect.stringContaining('too much work') as string });
  });

  it('ends: looks at the characters of a long text', () => {
    const names = { activity: { params: { text: '0'.repeat(100_000) } } };
    const index = `[${Array.from({ length: 900 }, (_, at) => at).join(',')}]`;
    const looks = parseExpression(`${index}.all(at, activity.params.text[at] == '0')`);
    expect(evaluate(looks, names)).toMatchObject({
      message: expect.stringContaining('too much work') as string,
    });
    expect(evaluate(parseExpression("activity.params.text[0..2] == '00'"), names)).toBe(true);
  });

  it('takes parts of hex without taking all of it apart', () => {
    const names = { eth: { tx: { data: new HexText(`0x${'aB'.repeat(60_000)}`) } } };
    const index = `[${Array.from({ length: 900 }, (_, at) => at + 2).join(',')}]`;
    const looks = `${index}.all(at, eth.tx.data[at] == 'a' || eth.tx.data[at] == 'B') && eth.tx.data[2..6] == 'ABAB'`;
    expect(evaluate(parseExpression(looks), names)).toBe(true);
    const beyond = evaluate(parseExpression("eth.tx.data[120002] == 'a'"), names);
    expect(beyond).toBeInstanceOf(PolicyError);
  });

  it('keeps a name inside the predicate it belongs to', () => {
    expect(result('[1].any(x, x == 1) && x == 1')).toBeInstanceOf(PolicyError);
  });

  it('gives true, false or an error, and the same again after printing', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const value = evaluate(expression, environment);
        const again = evaluate(parseExpression(printExpression(expression)), environment);
        if (value instanceof PolicyError) expect(again).toBeInstanceOf(PolicyError);
        else expect(again).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  it('computes && and || as truth tables do', () => {
    const formula = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(formula, (rows) => {
        const text = rows.map((row) => `(${row.join(' || ')})`).join(' && ');
        expect(result(text)).toBe(rows.every((row) => row.includes(true)));
      }),
    );
  });

  it('orders integers as integers', () => {
    const integer = fc.bigInt({ min: -(2n ** 127n), max: 2n ** 256n - 1n });
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        expect([result(`${a} < ${b}`), result(`${a} >= ${b}`), result(`${a} == ${b}`)]).toEqual([
          a < b,
          a >= b,
          a === b,
        ]);
      }),
    );
  });
});
