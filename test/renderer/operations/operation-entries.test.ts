import { expect, test } from 'vitest';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { CatalogueOperation } from '#protocol/catalogue/catalogue.ts';
import { summaries } from '#protocol/catalogue/summaries.ts';
import type { OperationSummary } from '#protocol/catalogue/summaries.ts';
import { operationGroups } from '#renderer/features/operations/operation-groups.ts';
import { OPERATIONS } from '#renderer/features/operations/operation-entries.ts';

test('the light list is the catalogue', () => {
  const inWords = ({ path, summary, effect }: CatalogueOperation | OperationSummary) => ({
    path,
    summary,
    effect,
  });
  expect(summaries.map(inWords)).toEqual(catalogue.map(inWords));
});

test('each operation stands in the list once, below its resource', () => {
  const groups = operationGroups('');
  expect(groups.flatMap(({ operations }) => operations.map(({ path }) => path)).toSorted()).toEqual(
    catalogue.map(({ path }) => path).toSorted(),
  );
  const headingOf = (searched: string): unknown =>
    groups.find(({ operations }) => operations.some(({ path }) => path === searched))?.name;
  expect(
    ['sign_transaction', 'list_sol_transaction_history', 'update_root_quorum', 'whoami'].map(headingOf),
  ).toEqual(['Signing', 'Wallets', 'Organization', 'Users and credentials']);
});

test('every operation and query is offered', () => {
  expect(OPERATIONS.map(({ path }) => path)).toEqual(catalogue.map(({ path }) => path));
});

test('signing is offered with its effect and its screen', () => {
  expect(OPERATIONS).toContainEqual({
    path: 'sign_transaction',
    summary: 'Sign a transaction',
    effect: 'sign',
    resource: 'signing',
    screen: 'sign',
    focus: null,
  });
});
