import { exportWalletAccount as operation } from '../../protocol/catalogue/wallets.ts';
import { accountValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { findWalletAccountByAddress } from '../storage/wallet-accounts.ts';
import { sealForExport } from '../transport/export-bundle.ts';
import { openAccountKey } from '../wallets/account-key.ts';

export const exportWalletAccount = submitHandler(
  operation,
  async (context, { address, targetPublicKey }) => {
    const { store, caller, storageKey } = context;
    const account = await findWalletAccountByAddress(store, caller.organizationId, address);
    if (account === undefined)
      throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no wallet account found with the address ${address}`);
    const privateKey = await openAccountKey(store, storageKey, account);
    try {
      return {
        address: account.address,
        exportBundle: await sealForExport(context, privateKey, targetPublicKey, 'parameters.targetPublicKey'),
      };
    } finally {
      privateKey.wipe();
    }
  },
  { conditionValues: (on, { address }) => accountValues(on, address) },
);
