import { z } from 'zod';
import { type PinnedKeys, differingKeys } from '#protocol/pinned-keys.ts';
import { API_KEY_CURVES } from '#protocol/stamp.ts';
import { consoleError } from '../platform/errors.ts';
import type { StoredCredential } from '../storage/credentials.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import { LOCAL_PROFILE_ID, type ProfileStore } from '../storage/profiles.ts';
import type { RootKey } from './local-service.ts';

/**
 * Pins the local service's keys at its first start, and holds it to them at every other one.
 * @throws AppError `SERVICE_KEYS_CHANGED` when it is another service than the one that was pinned
 */
export async function pinLocalKeys(profiles: ProfileStore, keys: PinnedKeys): Promise<void> {
  const local = await profiles.find(LOCAL_PROFILE_ID);
  const pinned = local?.keys ?? null;
  if (pinned === null) {
    await profiles.setKeys(LOCAL_PROFILE_ID, keys);
    return;
  }
  const differing = differingKeys(pinned, keys);
  if (differing.length === 0) return;
  throw consoleError('SERVICE_KEYS_CHANGED', { differing: differing.join(', ') });
}

const schema = z.object({ publicKey: z.string(), curve: z.enum(API_KEY_CURVES) });

/** The root key that the local service was made with; before that, the first credential of Local; undefined without one. */
export async function findRootKey(storage: ConsoleStorage): Promise<RootKey | undefined> {
  const kept = await storage.settings.get('local.root');
  if (kept !== undefined) return schema.parse(JSON.parse(kept));
  return (await storage.credentials.list()).find(isLocalKey);
}

/** Keeps the root key once the service runs with it: it outlives its credential. */
export const keepRootKey = (storage: ConsoleStorage, { publicKey, curve }: RootKey): Promise<void> =>
  storage.settings.set('local.root', JSON.stringify({ publicKey, curve }));

/** Whether forgetting this credential would leave nobody who can reach the local service's keys. */
export async function isLastWayIn(storage: ConsoleStorage, publicKey: string): Promise<boolean> {
  if ((await storage.settings.get('local.root')) === undefined) return false;
  const own = (await storage.credentials.list()).filter(isLocalKey);
  return own.length === 1 && own[0]?.publicKey === publicKey;
}

// A session ends by itself: it is no way in that lasts.
const isLocalKey = ({ profileId, kind }: StoredCredential): boolean =>
  profileId === LOCAL_PROFILE_ID && kind === 'key';
