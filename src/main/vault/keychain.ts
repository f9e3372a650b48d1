import type { Health } from '#preload/contract/app.ts';
import { AppError } from '#protocol/error.ts';
import { Secret, secretBytes } from '#protocol/secret.ts';
import { vaultError } from './errors.ts';

type KeychainProblem = 'locked' | 'missing';

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

/** Whether the keychain gives its items without asking; `unknown` where nobody says so. */
export type LockState = 'locked' | 'unlocked' | 'unknown';

/** The keychain's lock, where it can be asked and followed without a prompt. */
export interface KeychainLock {
  state(): Promise<LockState>;
  /** Tells each change, and how it is at first. */
  follow(listener: (state: LockState) => void): void;
  close(): void;
}

/** The operating system's keychain, one item for each account of the console's service name. */
export interface Keychain {
  /** What keeps the items here, in words. */
  readonly backend: string;
  /** The item's text, or null. @throws KeychainError */
  get(account: string): Promise<string | null>;
  /** Writes an item; what it held before is kept beside it. @throws KeychainError */
  set(account: string, text: string): Promise<void>;
  /** Writes an item that holds no key: what it held before is of no use to anybody. @throws KeychainError */
  replace(account: string, text: string): Promise<void>;
  /** Whether there was such an item. @throws KeychainError */
  delete(account: string): Promise<boolean>;
  /** The accounts that have an item. @throws KeychainError */
  list(): Promise<string[]>;
  /** Absent where the system's keychain has no lock that can be asked. */
  readonly lock?: KeychainLock;
  /** Lets the keychain ask for its password again after the person closed its prompt: they want it now. */
  askAgain(): void;
  /** Resolves when nothing is asked of it any more. Absent where ending the program meanwhile does no harm. */
  settled?(): Promise<void>;
}

/** The name under which the console's items stand in the keychain. */
export const KEYCHAIN_SERVICE = 'KeyOps Console';

const KEY_HEX = /^[0-9a-f]{64}$/;

/**
 * Reads a key of 32 bytes as its item has it: lowercase hex, and nothing around it.
 * @returns null where the text is no such key
 */
export function keyOfItem(text: string): Secret | null {
  if (!KEY_HEX.test(text)) return null;
  const bytes = secretBytes(32);
  // Written in place: of a text `Buffer.from` makes a copy in memory that other buffers share, which nobody wipes.
  Buffer.from(bytes.buffer).write(text, 'hex');
  return new Secret(bytes);
}

/** Whether keys can be had, as the last look found it. */
export interface KeychainState {
  status(): Health['keychain'];
  /** Looks again; never rejects for a keychain that is locked or missing. */
  look(): Promise<void>;
}

/** Follows the keychain: what it says of its lock, and what a look at it finds. */
export function watchKeychain(
  keychain: Keychain,
  vault: { probe(): Promise<void>; lock(): void },
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
