// Without schemas: both pages draw from it, and neither carries a schema in its first script.

/** How a person proves that they are here; the operator chooses one of those that this computer has. */
export const VERIFICATION_METHODS = ['passphrase', 'passkey', 'polkit', 'touchId'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** The shortest passphrase that unlocks the console, in characters. */
export const PASSPHRASE_MIN = 8;
/** The longest one that is looked at, in UTF-16 units. */
export const PASSPHRASE_MAX = 512;

/** After how many minutes without anybody the console locks itself. */
export const IDLE_MINUTES = [5, 15, 60] as const;
export const DEFAULT_IDLE_MINUTES = 15;
