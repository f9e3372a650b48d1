// Written by `npm run generate`; do not edit.
import { approveActivity } from './approve-activity.ts';
import { createApiKeys } from './create-api-keys.ts';
import { createPrivateKeys } from './create-private-keys.ts';
import { createWallet } from './create-wallet.ts';
import { createWalletAccounts } from './create-wallet-accounts.ts';
import { deleteSecrets } from './delete-secrets.ts';
import { exportPrivateKey } from './export-private-key.ts';
import { exportSecrets } from './export-secrets.ts';
import { exportWallet } from './export-wallet.ts';
import { exportWalletAccount } from './export-wallet-account.ts';
import { getActivity } from './get-activity.ts';
import { getPrivateKey } from './get-private-key.ts';
import { getWallet } from './get-wallet.ts';
import { getWalletAccount } from './get-wallet-account.ts';
import { importPrivateKey } from './import-private-key.ts';
import { importSecrets } from './import-secrets.ts';
import { importWallet } from './import-wallet.ts';
import { initImportPrivateKey } from './init-import-private-key.ts';
import { initImportSecrets } from './init-import-secrets.ts';
import { initImportWallet } from './init-import-wallet.ts';
import { listActivities } from './list-activities.ts';
import { listPrivateKeys } from './list-private-keys.ts';
import { listSecrets } from './list-secrets.ts';
import { listWalletAccounts } from './list-wallet-accounts.ts';
import { listWallets } from './list-wallets.ts';
import { rejectActivity } from './reject-activity.ts';
import { signRawPayload } from './sign-raw-payload.ts';
import { signRawPayloads } from './sign-raw-payloads.ts';
import { signTransaction } from './sign-transaction.ts';
import { updateWallet } from './update-wallet.ts';
import { whoami } from './whoami.ts';

/** Every operation, in name order. */
export const catalogue = [
  approveActivity,
  createApiKeys,
  createPrivateKeys,
  createWallet,
  createWalletAccounts,
  deleteSecrets,
  exportPrivateKey,
  exportSecrets,
  exportWallet,
  exportWalletAccount,
  getActivity,
  getPrivateKey,
  getWallet,
  getWalletAccount,
  importPrivateKey,
  importSecrets,
  importWallet,
  initImportPrivateKey,
  initImportSecrets,
  initImportWallet,
  listActivities,
  listPrivateKeys,
  listSecrets,
  listWalletAccounts,
  listWallets,
  rejectActivity,
  signRawPayload,
  signRawPayloads,
  signTransaction,
  updateWallet,
  whoami,
] as const;
