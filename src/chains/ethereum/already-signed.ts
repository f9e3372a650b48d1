import type { AppError } from '#protocol/error.ts';
import { ethereumError } from './model/errors.ts';

/** The refusal of a transaction that carries its signature. */
export const alreadySigned = (): AppError => ethereumError('TRANSACTION_ALREADY_SIGNED');
