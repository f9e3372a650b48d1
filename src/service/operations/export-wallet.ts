import { exportWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { walletValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { markWalletExported } from '../storage/wallets.ts';
import { sealForExport } from '../transport/export-bundle.ts';
import { requireWallet } from '../wallets/require-wallet.ts';
import { openWords } from '../wallets/sealed-wallet.ts';
import { translateWords } from '../../protocol/keys/derivation/wallet-words.ts';

export const exportWallet = submitHandler(
  operation,
  async (context, { walletId, targetPublicKey, language }) => {
    const { store, caller, storageKey, now } = context;
    const wallet = await requireWallet(store, caller.organizationId, walletId);
    const kept = openWords(storageKey, wallet);
    const words = typeof language === 'string' ? translateWords(kept, language) : kept;
    try {
      const exportBundle = await sealForExport(context, words, targetPublicKey, 'parameters.targetPublicKey');
      await markWalletExported(store, wallet.id, now);
      return { walletId: wallet.id, exportBundle };
    } finally {
      words.wipe();
      kept.wipe();
    }
  },
  { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
);
