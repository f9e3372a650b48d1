import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { listSecrets } from '#protocol/catalogue/secrets.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { getConsole } from '../../bridge/console.ts';
import { ask, createQuery } from '../../bridge/query.ts';
import { allPages } from '../records/all-pages.ts';
import { allWallets } from '../signers/all-wallets.ts';

/** A secret as it is listed: its name and its properties, never its value. */
export type SecretRecord = OutputOf<typeof listSecrets>['secrets'][number];

/** Every account of a wallet, by its id. @throws BridgeError */
const accountsOf = async (walletId: string): Promise<readonly WalletAccount[]> =>
  (await getConsole().keys.accounts()).filter((account) => account.walletId === walletId);

export const wallets = createQuery(allWallets);

/** The accounts of a wallet, by its id. */
export const walletAccounts = createQuery(accountsOf);

export const secrets = createQuery((): Promise<readonly SecretRecord[]> =>
  allPages(
    async (paginationOptions) => {
      const page = { paginationOptions: { ...paginationOptions } };
      return (await ask<typeof listSecrets>('list_secrets', page)).secrets;
    },
    (secret) => secret.secretId,
  ),
);
