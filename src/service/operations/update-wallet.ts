import { updateWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { walletValues } from '../engine/key-values.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { requireWallet } from '../features/wallets/require-wallet.ts';
import { updateWhere } from '../storage/rows.ts';

export const updateWallet = submitHandler(
  operation,
  async ({ store, caller, now }, { walletId, walletName }) => {
    const { id } = await requireWallet(store, caller.organizationId, walletId);
    // Without a name there is nothing to change, as nothing but the name can be.
    if (typeof walletName === 'string')
      await updateWhere(store, 'wallet', { id }, { name: walletName, updated_at: now });
    return { walletId: id };
  },
  { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
);
