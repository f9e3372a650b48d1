import { updateWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { walletValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { renameWallet } from '../storage/wallets.ts';
import { requireWallet } from '../wallets/require-wallet.ts';

export const updateWallet = submitHandler(
  operation,
  async ({ store, caller, now }, { walletId, walletName }) => {
    const { id } = await requireWallet(store, caller.organizationId, walletId);
    // Without a name there is nothing to change, as nothing but the name can be.
    if (typeof walletName === 'string') await renameWallet(store, id, walletName, now);
    return { walletId: id };
  },
  { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
);
