import type { Health } from '#preload/contract/health.ts';
import { KeychainError } from './keychain-error.ts';
import type { Keychain } from './keychain.ts';
import type { Vault } from './vault.ts';

/** Whether keys can be had, as the last look found it. */
export interface KeychainState {
  status(): Health['keychain'];
  /** Looks again; never rejects for a keychain that is locked or missing. */
  look(): Promise<void>;
}

/** Follows the keychain: what it says of its lock, and what a look at it finds. */
export function watchKeychain(
  keychain: Keychain,
  vault: Vault,
  onChange: () => void,
  onFault: (error: unknown) => void,
): KeychainState {
  const { backend } = keychain;
  let status: Health['keychain'] = {
    state: 'missing',
    backend,
    message: 'The keychain was not looked at yet.',
    remedy: '',
  };
  const look = async (): Promise<void> => {
    try {
      await vault.probe();
      status = { state: 'ready', backend, message: `Keys are kept in the ${backend}.`, remedy: '' };
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      status = failedBy(error);
    }
    onChange();
  };
  const failedBy = (error: KeychainError): Health['keychain'] => ({
    state: error.problem,
    backend,
    message: error.message,
    remedy: error.remedy,
  });
  keychain.lock?.follow((state) => {
    if (state === 'unknown') {
      // The service is gone, or nobody says: keys are read again when they are needed.
      vault.lock();
    } else if (state === 'locked') {
      vault.lock();
      status = failedBy(new KeychainError('locked', process.platform));
      onChange();
      // Somebody unlocked it elsewhere: looking asks for nothing then.
    } else if (status.state === 'locked') look().catch(onFault);
  });
  return { status: () => status, look };
}
