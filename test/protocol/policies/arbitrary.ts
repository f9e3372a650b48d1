import fc from 'fast-check';
import { COMPARISONS, VISITS, type Expression } from '#protocol/policies/expression.ts';
import { LARGEST_INTEGER, SMALLEST_INTEGER } from '#protocol/policies/token-reader.ts';

const name = fc.constantFrom(
  'approvers',
  'user',
  'activity',
  'eth',
  'x',
  '_y1',
  'constructor',
  '__proto__',
  'Alpha',
);
const text = fc
  .string({ unit: 'binary', maxLength: 8 })
  .filter((value) => !/['\p{Cc}\u007f\ud800-\udfff]/u.test(value));
const at = fc.constant(0);

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.record({ kind: fc.constant('boolean' as const), at, value: fc.boolean() }),
  fc.record({
    kind: fc.constant('integer' as const),
    at,
    value: fc.bigInt({ min: SMALLEST_INTEGER, max: LARGEST_INTEGER }),
  }),
  fc.record({ kind: fc.constant('string' as const), at, value: text }),
  fc
    .date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => ({
      kind: 'timestamp' as const,
      at: 0,
      text: date.toISOString(),
      milliseconds: date.getTime(),
    })),
  fc.record({ kind: fc.constant('name' as const), at, name }),
);

/** Expressions that the grammar can write, well typed or not. */
export const expressions: fc.Arbitrary<Expression> = fc.letrec<{ any: Expression }>((tie) => {
  const any = tie('any');
  return {
    any: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({ kind: fc.constant('list' as const), at, items: fc.array(any, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), at, operand: any }),
      fc.record({
        kind: fc.constant('logical' as const),
        at,
        operator: fc.constantFrom('&&' as const, '||' as const),
        operands: fc.array(any, { minLength: 2, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('comparison' as const),
        at,
        operator: fc.constantFrom(...COMPARISONS),
        left: any,
        right: any,
      }),
      fc.record({ kind: fc.constant('field' as const), at, subject: any, field: name, fieldAt: at }),
      fc.record({ kind: fc.constant('index' as const), at, subject: any, index: any }),
      fc.record({ kind: fc.constant('slice' as const), at, subject: any, from: any, to: any }),
      fc.record({
        kind: fc.constant('visit' as const),
        at,
        visit: fc.constantFrom(...VISITS),
        subject: any,
        item: name,
        predicate: any,
      }),
      fc.record({ kind: fc.constant('contains' as const), at, subject: any, value: any }),
      fc.record({ kind: fc.constant('count' as const), at, subject: any }),
    ),
  };
}).any;

/** The same expression without its positions. */
export const withoutPositions = (expression: Expression): unknown =>
  JSON.parse(
    JSON.stringify(expression, (key, value: unknown) => {
      if (key === 'at' || key === 'fieldAt') return undefined;
      return typeof value === 'bigint' ? `${value}n` : value;
    }),
  );
