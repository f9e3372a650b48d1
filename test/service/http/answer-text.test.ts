import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TURN_ITEMS, answerText } from '#service/http/answer-text.ts';

it('writes what JSON.stringify writes, for lists of any length at any place', async () => {
  const long = fc
    .tuple(fc.json(), fc.integer({ min: 0, max: 3 * TURN_ITEMS + 1 }))
    .map(([text, count]) =>
      Array.from({ length: count }, (_, at) => (at % 7 === 0 ? (JSON.parse(text) as unknown) : at)),
    );
  const answer = fc.record(
    {
      name: fc.string(),
      list: long,
      of: fc.record({ keys: long, none: fc.constant(undefined), text: fc.string() }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(answer, async (value) => {
      expect((await answerText(value)).toString()).toBe(JSON.stringify(value));
    }),
    { numRuns: 50 },
  );
});

it('others have turns while a long list is written, one for each part', async () => {
  const turns = [0];
  let isOver = false;
  const other = (): void => {
    turns[0] = (turns[0] ?? 0) + 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await answerText({ keys: Array.from({ length: 20 * TURN_ITEMS }, (_, at) => ({ at })) });
  isOver = true;
  expect(turns[0]).toBeGreaterThanOrEqual(19);
});
