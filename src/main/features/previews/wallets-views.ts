import type * as wallets from '#protocol/catalogue/wallets.ts';
import { quoted } from '#protocol/invisible-characters.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { GENERIC, genericPreview } from './generic.ts';
import { exportWalletAccountPreview, exportWalletPreview } from './exports.ts';
import { importWalletPreview, initImportPreview } from './imports.ts';
import type { createWallet } from '#protocol/catalogue/wallets.ts';

/** "Create the wallet “Payouts” with 2 accounts inside the service." */
export const createWalletPreview: PreviewOf<typeof createWallet> = async (parameters, context) => {
  const { walletName, accounts } = parameters;
  const count = `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  const value = `Create the wallet “${walletName}” with ${count} inside the service.`;
  return { ...(await genericPreview(parameters, context)), sentence: [{ kind: 'text', value }] };
};

export const walletViews: ViewsOf<typeof wallets> = {
  create_wallet: {
    preview: createWalletPreview,
    title: ({ walletName }) => `Create wallet ${quoted(walletName)}`,
  },
  create_wallet_accounts: {
    ...GENERIC,
    title: ({ walletId }, nameOf) => {
      const name = nameOf?.(walletId);
      return name === undefined ? 'Create wallet accounts' : `Create accounts of wallet ${quoted(name)}`;
    },
  },
  update_wallet: {
    ...GENERIC,
    // Not what it was called before: once it's done, the lists know the new name alone.
    title: ({ walletName }) =>
      walletName == null ? 'Rename a wallet' : `Rename a wallet to ${quoted(walletName)}`,
  },
  export_wallet: { preview: exportWalletPreview },
  export_wallet_account: {
    preview: exportWalletAccountPreview,
  },
  init_import_wallet: { preview: initImportPreview },
  import_wallet: { preview: importWalletPreview },
};
