import { defineErrors } from '#protocol/define-errors.ts';

/** What is refused of Solana alone. */
export const solanaError = defineErrors({
  TRANSACTION_VERSION_NOT_READ: [
    'This console does not read version {version} of Solana transactions.',
    'Build it as a legacy transaction, or as one of version 0.',
  ],
  SIGNER_NOT_IN_TRANSACTION: [
    'The transaction does not ask for a signature of {address}.',
    'Sign with a key that the transaction names as a signer, or build it for this key.',
  ],
});
