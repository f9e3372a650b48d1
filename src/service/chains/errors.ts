import { defineErrors } from '#protocol/define-errors.ts';

/** What keeps a transaction from being signed, beyond what its chain refuses. */
export const signerError = defineErrors({
  SIGNATURE_UNUSABLE: ['This signature cannot be carried by a transaction.', 'Change the nonce.'],
  CONTRACT_NOT_SUPPORTED: [
    '{name} is not signed: whose account it acts for could not be read.',
    'Use one of the contract types of docs/clear-signing.md.',
  ],
});
