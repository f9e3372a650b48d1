import type { Secret } from '../../../protocol/secret.ts';
import { derivePrivateKey } from '../../../protocol/keys/derivation/derive.ts';
import type { StorageKey } from '../../keys/storage-key.ts';
import type { Store } from '../../storage/store.ts';
import type { WalletAccountRow } from '../../storage/wallets-schema.ts';
import { requireWallet } from './require-wallet.ts';
import { openSeed } from './sealed-wallet.ts';

/** The private key of a wallet account: 32 bytes, to be wiped by whoever asked. */
export async function openAccountKey(
  store: Store,
  storageKey: StorageKey,
  account: WalletAccountRow,
): Promise<Secret> {
  const seed = openSeed(storageKey, await requireWallet(store, account.organization_id, account.wallet_id));
  try {
    return derivePrivateKey(account.curve, seed, account.path);
  } finally {
    seed.wipe();
  }
}
