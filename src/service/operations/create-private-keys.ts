import { createPrivateKeys as operation } from '../../protocol/catalogue/private-keys.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { keepPrivateKey } from './keep-private-key.ts';
import { generateKeyPair } from '../keys/key-pair.ts';

export const createPrivateKeys = submitHandler(operation, async (context, { privateKeys }) => {
  const created = [];
  for (const [index, { privateKeyName, curve, privateKeyTags, addressFormats }] of privateKeys.entries()) {
    const pair = generateKeyPair(curve);
    const key = { pair, name: privateKeyName, curve, tags: privateKeyTags, addressFormats, imported: false };
    try {
      created.push(await keepPrivateKey(context, key, `parameters.privateKeys.${index}.addressFormats`));
    } finally {
      pair.privateKey.wipe();
    }
  }
  return { privateKeys: created };
});
