import { randomUUID } from 'node:crypto';
import { createPrivateKeys as operation } from '../../protocol/catalogue/create-private-keys.ts';
import { effect, type EffectContext } from '../activities/effect.ts';
import { addressOf } from '../keys/address.ts';
import { generateKeyPair } from '../keys/key-pair.ts';
import { invalidField } from '../service-error.ts';
import { insertPrivateKey } from '../storage/private-keys.ts';
import type { z } from 'zod';

type Wanted = z.output<typeof operation.parameters>['privateKeys'][number];

export const createPrivateKeys = effect(operation, async (context, { privateKeys }) => {
  const created = [];
  for (const [index, wanted] of privateKeys.entries()) created.push(await create(context, wanted, index));
  return { privateKeys: created };
});

async function create({ store, caller, storageKey, now }: EffectContext, wanted: Wanted, index: number) {
  const { privateKey, publicKey } = generateKeyPair(wanted.curve);
  try {
    const addresses = [...new Set(wanted.addressFormats)].map((format) => {
      const address = addressOf(format, wanted.curve, publicKey);
      if (address !== undefined) return { format, address };
      throw invalidField(
        `parameters.privateKeys.${index}.addressFormats`,
        `invalid address format: ${format} does not exist for ${wanted.curve}`,
      );
    });
    const privateKeyId = randomUUID();
    const key = {
      id: privateKeyId,
      organization_id: caller.organizationId,
      name: wanted.privateKeyName,
      curve: wanted.curve,
      public_key: publicKey,
      sealed_key: privateKey.use((bytes) => storageKey.seal(bytes, privateKeyId)),
      tags: JSON.stringify(wanted.privateKeyTags),
      exported: 0,
      imported: 0,
      created_at: now,
      updated_at: now,
    };
    await insertPrivateKey(store, key, addresses);
    return { privateKeyId, addresses };
  } finally {
    privateKey.wipe();
  }
}
