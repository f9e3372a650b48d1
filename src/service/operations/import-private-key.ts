import { importPrivateKey as operation } from '../../protocol/catalogue/private-keys.ts';
import { AppError } from '../../protocol/error.ts';
import type { Secret } from '../../protocol/secret.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import type { KeyCurve } from '../../protocol/keys/curve.ts';
import { keepPrivateKey } from './keep-private-key.ts';
import { publicKeyOf } from '../../protocol/keys/public-key-of.ts';
import type { KeyPair } from '../keys/key-pair.ts';
import { invalidField } from '../service-error.ts';
import { receiveImport } from '../transport/user-import.ts';

export const importPrivateKey = submitHandler(operation, async (context, parameters) => {
  const { userId, privateKeyName, encryptedBundle, curve, addressFormats } = parameters;
  const privateKey = await receiveImport(context, 'private-key', userId, encryptedBundle);
  try {
    const pair = pairOf(privateKey, curve);
    const key = { pair, name: privateKeyName, curve, tags: [], addressFormats, imported: true };
    return await keepPrivateKey(context, key, 'parameters.addressFormats');
  } finally {
    privateKey.wipe();
  }
});

function pairOf(privateKey: Secret, curve: KeyCurve): KeyPair {
  try {
    return { privateKey, publicKey: publicKeyOf(curve, privateKey) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField('parameters.encryptedBundle', error.message, { cause: error });
  }
}
