import { z } from 'zod';
import { submit } from './operation.ts';

export const TRANSACTION_TYPES = [
  'TRANSACTION_TYPE_ETHEREUM',
  'TRANSACTION_TYPE_SOLANA',
  'TRANSACTION_TYPE_TRON',
  'TRANSACTION_TYPE_BITCOIN',
  'TRANSACTION_TYPE_TEMPO',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Specification, "sign_transaction". */
export const signTransaction = submit({
  path: 'sign_transaction',
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  intent: 'signTransactionIntentV2',
  result: 'signTransactionResult',
  effect: 'sign',
  summary: 'Sign a transaction',
  parameters: z.strictObject({
    signWith: z.string().min(1).max(255).meta({ label: 'Sign with', control: 'signer' }),
    unsignedTransaction: z.string().min(1).meta({ label: 'Unsigned transaction', control: 'transaction' }),
    type: z.enum(TRANSACTION_TYPES).meta({ label: 'Chain' }),
  }),
  output: z.looseObject({ signedTransaction: z.string() }),
});
