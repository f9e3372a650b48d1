import * as signing from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { transactionSignerOf } from '../../chains/signers.ts';
import { signerValues, transactionValues } from '../../engine/key-values.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { serviceError, type ServiceError } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { signPayloads } from './sign-payloads.ts';
import { findSigningKey } from './signing-key.ts';

export const signingHandlers = handlersOf(signing, {
  signTransaction: {
    perform: async (context, parameters) => {
      const signer = transactionSignerOf(parameters.type);
      const key = await findSigningKey(context, parameters.signWith);
      if (key.curve !== signer.curve) {
        throw featureError('REQUEST_INVALID.signerCurve', {
          field: 'parameters.signWith',
          curve: key.curve,
          type: parameters.type,
          wanted: signer.curve,
        });
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
    rules: { conditionValues: transactionValues },
  },

  signRawPayload: {
    perform: async (context, { signWith, payload, ...how }) => {
      const [signature] = await signPayloads(
        context,
        signWith,
        [{ text: payload, field: 'parameters.payload' }],
        how,
      );
      if (signature === undefined) throw serviceError('INTERNAL.failed');
      return { ...signature };
    },
    rules: { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
  },

  signRawPayloads: {
    perform: async (context, { signWith, payloads, ...how }) => {
      const texts = payloads.map((text, index) => ({ text, field: `parameters.payloads.${index}` }));
      const signatures = await signPayloads(context, signWith, texts, how);
      return { signatures: signatures.map((signature) => ({ ...signature })) };
    },
    rules: { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
  },
});

/** The transaction could not be read: what and where, as the reader found it. */
const invalidTransaction = (error: AppError): ServiceError =>
  featureError('INVALID_TRANSACTION', {
    field: 'parameters.unsignedTransaction',
    message: error.message,
    whatToDo: error.remedy,
    cause: error,
  });
