import { signTransaction as operation } from '../../protocol/catalogue/signing.ts';
import { AppError } from '../../protocol/error.ts';
import { transactionValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { transactionSignerOf } from '../chains/signers.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { findSigningKey } from '../signing/signing-key.ts';

export const signTransaction = submitHandler(
  operation,
  async (context, parameters) => {
    const signer = transactionSignerOf(parameters.type);
    const key = await findSigningKey(context, parameters.signWith);
    if (key.curve !== signer.curve) {
      throw invalidField(
        'parameters.signWith',
        `the key is of ${key.curve}; ${parameters.type} is signed with ${signer.curve}`,
      );
    }
    const privateKey = await key.open();
    try {
      const { publicKey } = key;
      const { signWith, unsignedTransaction } = parameters;
      return {
        signedTransaction: await signer.sign(unsignedTransaction, { privateKey, publicKey, signWith }),
      };
    } catch (error) {
      throw error instanceof AppError ? invalidTransaction(error) : error;
    } finally {
      privateKey.wipe();
    }
  },
  { conditionValues: transactionValues },
);

/** The transaction could not be read: what and where, as the reader found it. */
const invalidTransaction = (error: AppError): ServiceError =>
  new ServiceError('INVALID_ARGUMENT', 'INVALID_TRANSACTION', error.message, {
    cause: error,
    remedy: error.remedy,
    fieldViolations: [{ field: 'parameters.unsignedTransaction', description: error.message }],
  });
