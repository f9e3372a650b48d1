import { AppError } from '../../protocol/error.ts';

export type KeychainProblem = 'locked' | 'missing';

/** The keychain cannot be used now: it is not there, or it is locked and was not opened. */
export class KeychainError extends AppError {
  readonly problem: KeychainProblem;

  constructor(problem: KeychainProblem, platform: string, options?: ErrorOptions) {
    const words = TEXTS[problem];
    super(
      `KEYCHAIN_${problem.toUpperCase()}`,
      words.message,
      words.remedies[platform] ?? words.remedies.linux,
      options,
    );
    this.problem = problem;
  }
}

interface Words {
  readonly message: string;
  readonly remedies: Readonly<Record<string, string>> & { readonly linux: string };
}

const TEXTS: Record<KeychainProblem, Words> = {
  missing: {
    message: 'The system keychain cannot be reached. Without it the console keeps no keys.',
    remedies: {
      linux:
        'Start a Secret Service in this session: install gnome-keyring (or KWallet), log in to a desktop session, or run the console below dbus-run-session with gnome-keyring-daemon --unlock. Then check again.',
      darwin: 'Open Keychain Access, make sure that the login keychain is listed, then check again.',
      win32: 'Start the service "Credential Manager" (VaultSvc) in services.msc, then check again.',
    },
  },
  locked: {
    message: 'The system keychain is locked, or access to it was not allowed.',
    remedies: {
      linux: 'Unlock the login keyring (Passwords and Keys, or your desktop’s prompt), then check again.',
      darwin:
        'Unlock the login keychain in Keychain Access and allow KeyOps Console to use it, then check again.',
      win32: 'Sign in to Windows again with your password, then check again.',
    },
  },
};

const LOCKED =
  /locked|dismissed|denied|cancel|not allowed|interaction|passphrase|authori[sz]ation|auth.*fail/i;

/** What a failing keychain call means: everything that does not speak of a lock or a refusal is a missing keychain. */
export function keychainError(cause: unknown, platform: string): KeychainError {
  const text = cause instanceof Error ? cause.message : '';
  return new KeychainError(LOCKED.test(text) ? 'locked' : 'missing', platform, { cause });
}
