import { exportWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { walletValues } from '../engine/key-values.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { sealForExport } from '../features/transport/export-bundle.ts';
import { requireWallet } from '../features/wallets/require-wallet.ts';
import { openWords } from '../features/wallets/sealed-wallet.ts';
import { translateWords } from '../../protocol/keys/derivation/wallet-words.ts';
import { updateWhere } from '../storage/rows.ts';

export const exportWallet = submitHandler(
  operation,
  async (context, { walletId, targetPublicKey, language }) => {
    const { store, caller, storageKey, now } = context;
    const wallet = await requireWallet(store, caller.organizationId, walletId);
    const kept = openWords(storageKey, wallet);
    const words = typeof language === 'string' ? translateWords(kept, language) : kept;
    try {
      const exportBundle = await sealForExport(context, words, targetPublicKey, 'parameters.targetPublicKey');
      await updateWhere(store, 'wallet', { id: wallet.id }, { exported: 1, updated_at: now });
      return { walletId: wallet.id, exportBundle };
    } finally {
      words.wipe();
      kept.wipe();
    }
  },
  { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
);
