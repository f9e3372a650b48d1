import { expect, test } from 'vitest';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { OPERATIONS } from '#renderer/features/operations/operation-entries.ts';

test('the light list is the catalogue', () => {
  expect(summaries).toEqual(catalogue.map(({ path, summary, effect }) => ({ path, summary, effect })));
});

test('every operation and query is offered', () => {
  expect(OPERATIONS.map(({ path }) => path)).toEqual(catalogue.map(({ path }) => path));
});

test('signing is offered with its effect and its screen', () => {
  expect(OPERATIONS).toContainEqual({
    path: 'sign_transaction',
    summary: 'Sign a transaction',
    effect: 'sign',
    screen: 'sign',
    focus: null,
  });
});
