import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { listSecrets } from '#protocol/catalogue/secrets.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';
import { PAGE_LIMIT, allPages } from '../../bridge/pages.ts';
import { allAccounts, allWallets } from '../signers/signers.ts';

/** A secret as it is listed: its name and its properties, never its value. */
export type SecretRecord = OutputOf<typeof listSecrets>['secrets'][number];

/** Every account of a wallet, by its id. @throws BridgeError */
const accountsOf = async (walletId: string): Promise<readonly WalletAccount[]> =>
  (await allAccounts()).filter((account) => account.walletId === walletId);

export const wallets = createQuery(allWallets);

/** The accounts of a wallet, by its id. */
export const accountsOfWallet = createQuery(accountsOf);

/** Every secret's record. @throws BridgeError */
export const allSecrets = (): Promise<readonly SecretRecord[]> =>
  allPages(
    async (after) => {
      const paginationOptions = { limit: String(PAGE_LIMIT), ...(after === undefined ? {} : { after }) };
      return (await ask<typeof listSecrets>('list_secrets', { paginationOptions })).secrets;
    },
    (secret) => secret.secretId,
  );

export const secrets = createQuery(allSecrets);
