import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { timeText } from '../../engine/record.ts';
import type { PrivateKeyWithAddresses } from '../../storage/private-keys.ts';

/** The private key as queries show it: everything but the key. */
export function privateKeyRecord({ key, addresses }: PrivateKeyWithAddresses): PrivateKey {
  return {
    privateKeyId: key.id,
    publicKey: key.public_key,
    privateKeyName: key.name,
    curve: key.curve,
    addresses: addresses.map(({ format, address }) => ({ format, address })) as PrivateKey['addresses'],
    privateKeyTags: JSON.parse(key.tags) as string[],
    createdAt: timeText(key.created_at),
    updatedAt: timeText(key.updated_at),
    exported: key.exported === 1,
    imported: key.imported === 1,
  };
}
