import { z } from 'zod';
import { signTransaction as operation } from '../../protocol/catalogue/sign-transaction.ts';
import { ProtocolError } from '../../protocol/error.ts';
import { effect } from '../activities/effect.ts';
import { signEthereumTransaction } from '../chains/ethereum.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { findPrivateKey, findPrivateKeyByAddress } from '../storage/private-keys.ts';
import type { PrivateKeyRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';

const uuid = z.uuid().toLowerCase();

export const signTransaction = effect(operation, async ({ store, caller, storageKey }, parameters) => {
  if (parameters.type !== 'TRANSACTION_TYPE_ETHEREUM') throw notYetSupported(parameters.type);
  const key = await findSigningKey(store, caller.organizationId, parameters.signWith);
  if (key.curve !== 'CURVE_SECP256K1') {
    throw invalidField(
      'parameters.signWith',
      `the key is of ${key.curve}; ${parameters.type} is signed with CURVE_SECP256K1`,
    );
  }
  const privateKey = storageKey.open(key.sealed_key, key.id);
  try {
    return { signedTransaction: signEthereumTransaction(parameters.unsignedTransaction, privateKey) };
  } catch (error) {
    throw error instanceof ProtocolError ? invalidTransaction(error) : error;
  } finally {
    privateKey.wipe();
  }
});

async function findSigningKey(
  store: Store,
  organizationId: string,
  signWith: string,
): Promise<PrivateKeyRow> {
  const id = uuid.safeParse(signWith).data;
  const key =
    id === undefined
      ? await findPrivateKeyByAddress(store, organizationId, signWith)
      : await findPrivateKey(store, organizationId, id);
  if (key !== undefined) return key;
  throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no private key found for signWith ${signWith}`, {
    fieldViolations: [
      { field: 'parameters.signWith', description: 'is neither the ID nor an address of a private key here' },
    ],
  });
}

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
