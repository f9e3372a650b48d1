import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPublished } from '#protocol/wire.ts';
import { TURN_ITEMS, answerText, saysAtLeast } from '#service/http/answer-text.ts';
import { FREE_TURNS, turnsDuring } from '../../fixtures/turns.ts';

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
      expect((await answerText(value, 'neutral', FREE_TURNS)).toString()).toBe(JSON.stringify(value));
    }),
    { numRuns: 50 },
  );
});

it('writes the published form of an answer in parts as it writes it whole', async () => {
  const createdAt = '2026-01-02T03:04:05.678Z';
  const many = Array.from({ length: TURN_ITEMS + 1 }, (_, at) => ({ at, createdAt, rules: [{ createdAt }] }));
  const value = { users: many, of: { createdAt, intent: { echo: many }, rules: many } };
  expect((await answerText(value, 'published', FREE_TURNS)).toString()).toBe(
    JSON.stringify(toPublished(value)),
  );
});

it('writes what was long to read as it writes it whole, in both forms', async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom('', '2026-01-02T03:04:05.678Z', 7, true, null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom('createdAt', 'rules', 'intent', 'result', 'users', 'organizationData', 'id'),
        tie('value'),
      ),
    ),
  }));
  const turns = { ...FREE_TURNS, give: () => Promise.resolve(), isLong: true };
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('activities', 'policies', 'of'), value),
      async (answer) => {
        expect((await answerText(answer, 'neutral', turns)).toString()).toBe(JSON.stringify(answer));
        expect((await answerText(answer, 'published', turns)).toString()).toBe(
          JSON.stringify(toPublished(answer)),
        );
      },
    ),
    { numRuns: 300 },
  );
});

it('counts the characters of an answer’s texts', () => {
  const answer = { name: 'abc', of: [{ text: 'de' }, null, 5, ['f']], none: undefined };
  expect([1, 6, 7].map((characters) => saysAtLeast(answer, characters))).toEqual([true, true, false]);
});

it('others have turns while a long list is written, one for each part', async () => {
  const keys = Array.from({ length: 20 * TURN_ITEMS }, (_, at) => ({ at }));
  const turns = await turnsDuring(() => answerText({ keys }, 'neutral', FREE_TURNS));
  expect(turns).toBeGreaterThanOrEqual(19);
});

it('a few large items are written one at a time where the answer is long, and small ones together', async () => {
  const given = async (text: string): Promise<number> => {
    const activities = Array.from({ length: 8 }, (_, at) => ({ at, votes: [{ at }], text }));
    let count = 0;
    const turns = { ...FREE_TURNS, give: () => Promise.resolve(void (count += 1)), isLong: true };
    const answer = await answerText({ activities, none: undefined, one: [1] }, 'neutral', turns);
    expect(answer.toString()).toBe(JSON.stringify({ activities, one: [1] }));
    return count;
  };
  expect(await Promise.all(['x'.repeat(100_000), 'x'.repeat(20_000), 'x'].map(given))).toEqual([8, 2, 0]);
});
