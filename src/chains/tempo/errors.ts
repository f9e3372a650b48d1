import { defineErrors } from '#protocol/define-errors.ts';

/** What is refused of Tempo alone. */
export const tempoError = defineErrors({
  TRANSACTION_FOR_FEE_PAYER: [
    'This is what a fee payer signs (78), not the transaction of a sender (76).',
    'Give the transaction that the sender signs. Paying fees for others is not supported.',
  ],
});
