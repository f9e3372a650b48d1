import { reportFault } from '../platform/errors.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * Writes the record of a key that was just put into the keychain. Nothing would list a key without one: where none can be
 * written (the disk is full), the key is destroyed again.
 * @throws what `write` throws
 */
export async function recordKey<T>(
  {
    storage,
    vault,
  }: { readonly storage: Pick<ConsoleStorage, 'credentials'>; readonly vault: Pick<Vault, 'forget'> },
  publicKey: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    // If the records can't be read either, it may be the key of a credential in use, and stays.
    const recorded = await storage.credentials.find(publicKey).catch(() => null);
    if (recorded === undefined)
      await vault.forget(publicKey).catch((left: unknown) => reportFault('vault', left));
    throw error;
  }
}
