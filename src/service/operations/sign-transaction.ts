import { signTransaction as operation } from '../../protocol/catalogue/sign-transaction.ts';
import { ProtocolError } from '../../protocol/error.ts';
import { transactionValues } from '../activities/key-values.ts';
import { effect } from '../activities/effect.ts';
import { signEthereumTransaction } from '../chains/ethereum.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { findSigningKey } from '../signing/signing-key.ts';

export const signTransaction = effect(
  operation,
  async (context, parameters) => {
    if (parameters.type !== 'TRANSACTION_TYPE_ETHEREUM') throw notYetSupported(parameters.type);
    const key = await findSigningKey(context, parameters.signWith);
    if (key.curve !== 'CURVE_SECP256K1') {
      throw invalidField(
        'parameters.signWith',
        `the key is of ${key.curve}; ${parameters.type} is signed with CURVE_SECP256K1`,
      );
    }
    const privateKey = await key.open();
    try {
      return { signedTransaction: signEthereumTransaction(parameters.unsignedTransaction, privateKey) };
    } catch (error) {
      throw error instanceof ProtocolError ? invalidTransaction(error) : error;
    } finally {
      privateKey.wipe();
    }
  },
  { conditionValues: transactionValues },
);

const notYetSupported = (type: string): ServiceError =>
  new ServiceError(
    'UNIMPLEMENTED',
    'UNSUPPORTED_TRANSACTION_TYPE',
    `${type} is not yet supported by this service`,
    {
      remedy: 'This version signs TRANSACTION_TYPE_ETHEREUM.',
      fieldViolations: [{ field: 'parameters.type', description: 'not yet supported by this service' }],
    },
  );

/** The transaction could not be read: what and where, as the reader found it. */
const invalidTransaction = (error: ProtocolError): ServiceError =>
  new ServiceError('INVALID_ARGUMENT', 'INVALID_TRANSACTION', error.message, {
    cause: error,
    remedy: error.remedy,
    fieldViolations: [{ field: 'parameters.unsignedTransaction', description: error.message }],
  });
