import { AppError } from '../../protocol/error.ts';
import type { Secret } from '../../protocol/secret.ts';
import { invalidField } from '../service-error.ts';

/**
 * Opens what a client sealed to one of the service's keys, and gives what is in it to `keep`; it is wiped afterwards.
 * @param field where the sealed text stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when it does not open, or nothing is in it
 */
export async function openSealedText<T>(
  open: () => Promise<Secret>,
  field: string,
  keep: (bytes: Uint8Array) => T,
): Promise<T> {
  const secret = await opened(open, field);
  try {
    if (secret.length === 0) throw invalidField(field, 'holds nothing');
    return secret.use(keep);
  } finally {
    secret.wipe();
  }
}

async function opened(open: () => Promise<Secret>, field: string): Promise<Secret> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof AppError ? invalidField(field, error.message, { cause: error }) : error;
  }
}
