import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Vault } from '../../vault/vault.ts';
import type { OwnKey } from './preview-maker.ts';

/**
 * The credentials as previews name them, and which of them came from outside. A row of the database makes no key ours: only
 * one whose private key is in the keychain is. @throws KeychainError
 */
export async function ownKeys(
  { credentials, settings }: Pick<ConsoleStorage, 'credentials' | 'settings'>,
  vault: Pick<Vault, 'originOf'>,
): Promise<OwnKey[]> {
  const found: OwnKey[] = [];
  for (const { kind, label, publicKey } of await credentials.list()) {
    // A passkey's key is on its authenticator: nobody here can tell whose it is.
    const origin = kind === 'passkey' ? null : await vault.originOf(publicKey);
    if (origin === null) continue;
    // Imports of before the keychain said it are in the settings.
    const isImported = origin === 'imported' || (await settings.get(`imported.${publicKey}`)) !== undefined;
    found.push({ name: label, publicKey, isImported });
  }
  return found;
}
