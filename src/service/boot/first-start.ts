import { randomUUID } from 'node:crypto';
import { insertRootQuorum } from '../storage/organization.ts';
import { insertRow } from '../storage/rows.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import type { RootKey } from './arguments.ts';
import { startError } from './errors.ts';

export interface RootUser {
  readonly organizationId: string;
  readonly rootUserId: string;
}

/**
 * The root organization and user of this database; the first start makes them, with the operator's key as the user's
 * first API key, which does not expire.
 * @throws AppError `ROOT_KEY_OTHER` when the database was made with another root key
 */
export function bootstrapRootUser(writer: Writer, rootKey: RootKey, now: number): Promise<RootUser> {
  return writer.write(
    async (store) => (await existingRoot(store, rootKey)) ?? (await createRoot(store, rootKey, now)),
  );
}

async function existingRoot(store: Store, rootKey: RootKey): Promise<RootUser | undefined> {
  const organizationId = await readSetting(store, 'root-organization');
  const rootUserId = await readSetting(store, 'root-user');
  if (organizationId === undefined || rootUserId === undefined) return undefined;
  if ((await readSetting(store, 'root-public-key')) !== settingOf(rootKey))
    throw startError('ROOT_KEY_OTHER');
  return { organizationId, rootUserId };
}

async function createRoot(store: Store, rootKey: RootKey, now: number): Promise<RootUser> {
  const organizationId = randomUUID();
  const rootUserId = randomUUID();
  const times = { created_at: now, updated_at: now };
  await insertRow(store, 'organization', { id: organizationId, name: 'This machine', created_at: now });
  await insertRow(store, 'user', {
    id: rootUserId,
    organization_id: organizationId,
    name: 'Root user',
    email: null,
    phone_number: null,
    tags: '[]',
    ...times,
  });
  await insertRootQuorum(store, organizationId, { threshold: 1, userIds: [rootUserId] });
  await insertRow(store, 'api_key', {
    id: randomUUID(),
    organization_id: organizationId,
    user_id: rootUserId,
    name: 'Root key',
    public_key: rootKey.publicKey,
    curve: rootKey.curve,
    expiration_seconds: null,
    expires_at: null,
    ...times,
  });
  await writeSetting(store, 'root-organization', organizationId);
  await writeSetting(store, 'root-user', rootUserId);
  await writeSetting(store, 'root-public-key', settingOf(rootKey));
  return { organizationId, rootUserId };
}

const settingOf = ({ curve, publicKey }: RootKey): string => `${curve}:${publicKey}`;
