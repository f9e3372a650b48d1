import type { Health } from '../../preload/contract/health.ts';
import { KeychainError } from './keychain-error.ts';
import type { Keychain } from './keychain.ts';
import type { Vault } from './vault.ts';

/** Whether keys can be had, as the last look found it. */
export interface KeychainState {
  status(): Health['keychain'];
  /** Looks again; never rejects for a keychain that is locked or missing. */
  look(): Promise<void>;
}

export function watchKeychain(keychain: Keychain, vault: Vault, onChange: () => void): KeychainState {
  const { backend } = keychain;
  let status: Health['keychain'] = {
    state: 'missing',
    backend,
    message: 'The keychain was not looked at yet.',
    remedy: '',
  };
  return {
    status: () => status,
    look: async () => {
      try {
        await vault.probe();
        status = { state: 'ready', backend, message: `Keys are kept in the ${backend}.`, remedy: '' };
      } catch (error) {
        if (!(error instanceof KeychainError)) throw error;
        status = { state: error.problem, backend, message: error.message, remedy: error.remedy };
      }
      onChange();
    },
  };
}
