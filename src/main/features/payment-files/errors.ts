import { defineErrors } from '#protocol/define-errors.ts';

/** Payments out of a file. */
export const paymentFileError = defineErrors({
  PAYMENT_FILE_CHAIN: [
    'Payments on {chain} can’t be made from a file: their transactions aren’t numbered, so each needs values of its own.',
    'Enter them one at a time, or choose a chain whose transactions have a nonce.',
  ],
});
