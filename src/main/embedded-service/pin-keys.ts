import { differingKeys } from '#protocol/pinned-keys.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import { consoleError } from '../platform/errors.ts';
import { LOCAL_PROFILE_ID } from '../storage/profiles.ts';
import type { ProfileStore } from '../storage/profiles.ts';

/**
 * Pins the local service's keys at its first start, and holds it to them at every other one.
 * @throws AppError `SERVICE_KEYS_CHANGED` when it is another service than the one that was pinned
 */
export async function pinLocalKeys(profiles: ProfileStore, keys: PinnedKeys): Promise<void> {
  const local = (await profiles.list()).find(({ id }) => id === LOCAL_PROFILE_ID);
  const pinned = local?.keys ?? null;
  if (pinned === null) {
    await profiles.setKeys(LOCAL_PROFILE_ID, keys);
    return;
  }
  const differing = differingKeys(pinned, keys);
  if (differing.length === 0) return;
  throw consoleError('SERVICE_KEYS_CHANGED', { differing: differing.join(', ') });
}
