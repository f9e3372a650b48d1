import { defineErrors } from '#protocol/define-errors.ts';

/** What is refused of Solana alone. */
export const solanaError = defineErrors({
  TRANSACTION_VERSION_NOT_READ: [
    'This console does not read version {version} of Solana transactions.',
    'Build it as a legacy transaction, or as one of version 0.',
  ],
  LOOKUP_TABLE_INVALID: [
    'The file isn’t a lookup table: {why}.',
    'Give the JSON that “solana address-lookup-table get ADDRESS --output json” writes.',
  ],
  SIGNER_NOT_IN_TRANSACTION: [
    'The transaction does not ask for a signature of {address}.',
    'Sign with a key that the transaction names as a signer, or build it for this key.',
  ],
});
