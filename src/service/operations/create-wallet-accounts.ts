import { createWalletAccounts as operation } from '../../protocol/catalogue/wallets.ts';
import { walletValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deriveAccount } from '../wallets/derive-account.ts';
import { keepAccounts } from '../wallets/keep-wallet.ts';
import { requireWallet } from '../wallets/require-wallet.ts';
import { openSeed } from '../wallets/sealed-wallet.ts';

export const createWalletAccounts = submitHandler(
  operation,
  async (context, { walletId, accounts, persist }) => {
    const { store, caller, storageKey } = context;
    const seed = openSeed(storageKey, await requireWallet(store, caller.organizationId, walletId));
    try {
      if (persist !== false) return { addresses: await keepAccounts(context, walletId, seed, accounts) };
      return {
        addresses: accounts.map(
          (account, index) => deriveAccount(seed, account, `parameters.accounts.${index}`).address,
        ),
      };
    } finally {
      seed.wipe();
    }
  },
  { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
);
