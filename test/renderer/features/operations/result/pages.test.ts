import { expect, test } from 'vitest';
import { listSecrets } from '#protocol/catalogue/secrets.ts';
import { listUsers } from '#protocol/catalogue/users.ts';
import { listWalletAccounts } from '#protocol/catalogue/wallets.ts';
import { pagesOf } from '#renderer/features/operations/result/pages.ts';

const accounts = (...ids: string[]) => ({
  accounts: ids.map((walletAccountId) => ({ walletId: 'w', walletAccountId })),
});

test('a full page has older ones behind it, from its own last record on', () => {
  const asked = { walletId: 'w', paginationOptions: { limit: '2' } };
  expect(pagesOf(listWalletAccounts, asked, accounts('b', 'a'))).toEqual({
    older: { walletId: 'w', paginationOptions: { limit: '2', before: 'a' } },
    newer: null,
  });
});

test('the last page leads back', () => {
  const asked = { paginationOptions: { limit: '2', before: 'b' } };
  expect(pagesOf(listWalletAccounts, asked, accounts('a'))).toEqual({
    older: null,
    newer: { paginationOptions: { limit: '2', after: 'a' } },
  });
});

test('a query without pages has none, and an empty answer leads nowhere', () => {
  expect(pagesOf(listUsers, {}, { users: [] })).toBeNull();
  expect(pagesOf(listSecrets, {}, { secrets: [] })).toEqual({ older: null, newer: null });
});
