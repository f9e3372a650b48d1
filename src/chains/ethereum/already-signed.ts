import { AppError } from '../../protocol/error.ts';

/** The refusal of a transaction that carries its signature. */
export const alreadySigned = (): AppError =>
  new AppError(
    'TRANSACTION_ALREADY_SIGNED',
    'This transaction carries a signature already.',
    'Give the unsigned transaction; a signed one is sent to the network as it is.',
  );
