import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { createQuery } from '../../bridge/query.ts';
import { allSecrets } from '../../bridge/pages.ts';
import { allAccounts, allWallets } from '../signers/signers.ts';

/** Every account of a wallet, by its id. @throws BridgeError */
const accountsOf = async (walletId: string): Promise<readonly WalletAccount[]> =>
  (await allAccounts()).filter((account) => account.walletId === walletId);

export const wallets = createQuery(allWallets);

/** The accounts of a wallet, by its id. */
export const accountsOfWallet = createQuery(accountsOf);

export const secrets = createQuery(allSecrets);
