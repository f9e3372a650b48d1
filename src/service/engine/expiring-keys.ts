import { sessionKeysAmong } from '../storage/credentials.ts';
import type { ApiKeyRow } from '../storage/schema.ts';
import { deleteApiKey, expiringKeysOf } from '../storage/session-keys.ts';
import type { SubmitContext } from './operation-handler.ts';
import { endOfQuorum, requireLastingQuorum } from './requirements.ts';

/** PROTOCOL.md, section 5: at most so many expiring keys per user. */
const MOST_EXPIRING_KEYS = 10;

/**
 * Makes room for one more expiring key of a user. With ten already, deletes an expired key, otherwise the oldest session, and
 * otherwise the oldest key. Sessions come first so that opening them for a user can't delete that user's own keys (docs/decisions/051).
 * @throws ServiceError REQUEST_INVALID where the root quorum cannot do without it
 */
export async function makeRoomForExpiringKey(context: SubmitContext, userId: string): Promise<void> {
  const { store, now } = context;
  const keys = await expiringKeysOf(store, userId);
  const surplus = keys.length - MOST_EXPIRING_KEYS + 1;
  if (surplus <= 0) return;
  const sessions = await sessionKeysAmong(
    store,
    keys.map(({ id }) => id),
  );
  const rank = ({ id, expires_at }: ApiKeyRow): number =>
    expires_at !== null && expires_at <= now ? 0 : sessions.has(id) ? 1 : 2;
  const before = await endOfQuorum(context);
  for (const key of keys.toSorted((a, b) => rank(a) - rank(b)).slice(0, surplus))
    await deleteApiKey(store, key);
  await requireLastingQuorum(context, before);
}
