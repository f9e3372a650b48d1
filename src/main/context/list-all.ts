import { listSecrets } from '#protocol/catalogue/secrets.ts';
import { listWalletAccounts } from '#protocol/catalogue/wallets.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import type { ContextResolver } from './context-resolver.ts';

const PAGE = 100;

/** Every account of a wallet, or of all wallets, oldest first. */
export const listAccounts = (ask: ContextResolver['query'], walletId?: string): Promise<WalletAccount[]> =>
  everyPage(
    async (paginationOptions) => {
      const of = walletId === undefined ? {} : { walletId };
      return (await ask(listWalletAccounts, { ...of, paginationOptions })).accounts;
    },
    ({ walletAccountId }) => walletAccountId,
  );

/** Every secret's record, oldest first. */
export const listAllSecrets = (
  ask: ContextResolver['query'],
): Promise<OutputOf<typeof listSecrets>['secrets']> =>
  everyPage(
    async (paginationOptions) => (await ask(listSecrets, { paginationOptions })).secrets,
    ({ secretId }) => secretId,
  );

// Lists of objects are oldest first, and `after` is the next page (docs/decisions/041-wallets.md).
async function everyPage<T>(
  read: (page: { limit: string; after?: string }) => Promise<readonly T[]>,
  idOf: (row: T) => string,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const rows = await read({ limit: String(PAGE), ...(last === undefined ? {} : { after: idOf(last) }) });
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}
