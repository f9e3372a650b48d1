import { AppError } from '#protocol/error.ts';
import { vaultError } from './errors.ts';

export type KeychainProblem = 'locked' | 'missing';

/** The keychain cannot be used now: it is not there, or it is locked and was not opened. */
export class KeychainError extends AppError {
  readonly problem: KeychainProblem;

  constructor(problem: KeychainProblem, platform: string, options?: ErrorOptions) {
    const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
    const { code, message, remedy } = vaultError(`${CODES[problem]}.${system}`);
    super(code, message, remedy, options);
    this.problem = problem;
  }
}

const CODES = { locked: 'KEYCHAIN_LOCKED', missing: 'KEYCHAIN_MISSING' } as const;

const LOCKED =
  /locked|dismissed|denied|cancel|not allowed|interaction|passphrase|authori[sz]ation|auth.*fail/i;

/** What a failing keychain call means: everything that does not speak of a lock or a refusal is a missing keychain. */
export function keychainError(cause: unknown, platform: string): KeychainError {
  const text = cause instanceof Error ? cause.message : '';
  return new KeychainError(LOCKED.test(text) ? 'locked' : 'missing', platform, { cause });
}
