import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPublished } from '#protocol/wire.ts';
import { TURN_ITEMS, answerText } from '#service/http/answer-text.ts';
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

it('others have turns while a long list is written, one for each part', async () => {
  const keys = Array.from({ length: 20 * TURN_ITEMS }, (_, at) => ({ at }));
  const turns = await turnsDuring(() => answerText({ keys }, 'neutral', FREE_TURNS));
  expect(turns).toBeGreaterThanOrEqual(19);
});

it('a few large items are written one at a time where they took long to read', async () => {
  const activities = Array.from({ length: 8 }, (_, at) => ({ at, votes: [{ at }] }));
  let given = 0;
  const turns = { ...FREE_TURNS, give: () => Promise.resolve(void (given += 1)), isLong: true };
  const text = await answerText({ activities, none: undefined, one: [1] }, 'neutral', turns);
  expect(text.toString()).toBe(JSON.stringify({ activities, one: [1] }));
  expect(given).toBe(8);
});
