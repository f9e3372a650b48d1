import { expect, test } from 'vitest';
import { type activityPages, allActivities } from '#main/service-client/client.ts';
import { answerTooLarge, readErrorBody, serviceRefusal } from '#main/service-client/service-refusal.ts';
import { toErrorBody } from '#protocol/error-body.ts';

type Asked = Parameters<typeof activityPages>[1];

/** What a service says of a page that it finds too large. */
const refusedByService = readErrorBody(
  400,
  JSON.stringify(
    toErrorBody('INVALID_ARGUMENT', 'REQUEST_INVALID', 'bad request body', [
      { field: 'paginationOptions.limit', description: 'ask for fewer at once' },
    ]),
  ),
);

/** A service with so many activities, newest first, of these sizes; a page of more than 10 is too large. */
function serviceOf(
  sizes: readonly number[],
  refusal: Error = answerTooLarge('it is larger than any answer'),
) {
  const limits: number[] = [];
  const ask: Parameters<typeof activityPages>[0] = (_, { paginationOptions }) => {
    const limit = Number(paginationOptions?.limit);
    const from = paginationOptions?.before === undefined ? 0 : Number(paginationOptions.before) + 1;
    limits.push(limit);
    const page = sizes.slice(from, from + limit);
    return page.reduce((sum, size) => sum + size, 0) > 10
      ? Promise.reject(refusal)
      : Promise.resolve({ activities: page.map((_, at) => ({ id: String(from + at) })) } as never);
  };
  return { ask, limits };
}
const idsOf = async (ask: ReturnType<typeof serviceOf>['ask'], asked: Asked): Promise<string[]> =>
  (await allActivities(ask, asked)).map(({ id }) => id);
const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => String(from + at));

test.each([
  ['the console', answerTooLarge('it has more values than any answer')],
  ['the service', refusedByService],
])('attack: large activities don’t hide others, where %s reads no such page', async (_, refusal) => {
  const { ask, limits } = serviceOf(
    [...Array.from({ length: 30 }, () => 2), ...numbered(70).map(() => 0)],
    refusal,
  );
  expect(await idsOf(ask, { size: 100, most: 1_000 })).toEqual(numbered(100));
  expect(limits.slice(0, 5)).toEqual([100, 25, 7, 2, 2]);
});

test('ends with what was asked for in all, also where pages are small', async () => {
  const { ask, limits } = serviceOf(numbered(40).map(() => 2));
  expect(await idsOf(ask, { size: 16, most: 10 })).toEqual(numbered(10));
  expect(limits).toEqual([10, 3, 3, 3, 1]);
  expect(await idsOf(ask, { size: 4, most: 8, before: '29' })).toEqual(numbered(8, 30));
});

test('asks once where a page is as it should be, and once more behind one that was full', async () => {
  const { ask, limits } = serviceOf(numbered(20).map(() => 0));
  expect(await idsOf(ask, { size: 20, most: 100 })).toEqual(numbered(20));
  expect(await idsOf(ask, { size: 21, most: 100 })).toEqual(numbered(20));
  expect(limits).toEqual([20, 20, 21]);
});

test('what fails otherwise, or is too large by itself, ends it', async () => {
  const unreachable = serviceRefusal('SERVICE_UNREACHABLE', { host: 'here', delivery: 'not-sent' });
  const failing = serviceOf([11], unreachable);
  await expect(idsOf(failing.ask, { size: 100, most: 100 })).rejects.toBe(unreachable);
  expect(failing.limits).toEqual([100]);
  const { ask, limits } = serviceOf([2, 11, 2]);
  await expect(idsOf(ask, { size: 4, most: 100 })).rejects.toMatchObject({ isTooLarge: true });
  expect(limits).toEqual([4, 1, 1]);
});
