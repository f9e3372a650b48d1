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
}

/** The name under which the console's items stand in the keychain. */
export const KEYCHAIN_SERVICE = 'KeyOps Console';
