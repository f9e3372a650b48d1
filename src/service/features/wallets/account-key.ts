import type { Secret } from '#protocol/secret.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import type { StorageKey } from '../../keys/storage-key.ts';
import type { Store } from '../../storage/store.ts';
import type { WalletAccountRow } from '../../storage/wallets-schema.ts';
import { openSeed } from './sealed-wallet.ts';
import { requireRow } from '../../engine/require-row.ts';

/** The private key of a wallet account: 32 bytes, to be wiped by whoever asked. */
export async function openAccountKey(
  store: Store,
  storageKey: StorageKey,
  account: WalletAccountRow,
): Promise<Secret> {
  const caller = { organizationId: account.organization_id };
  const seed = openSeed(storageKey, await requireRow({ store, caller }, 'wallet', account.wallet_id));
  try {
    return derivePrivateKey(account.curve, seed, account.path);
  } finally {
    seed.wipe();
  }
}
