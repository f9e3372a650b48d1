import type { SubmitContext } from './operation-handler.ts';
import { engineError } from './errors.ts';
import { usableCredentials } from '../storage/credentials.ts';
import { findRootQuorum } from '../storage/root-quorum.ts';

/**
 * Refuses a change after which too few members of the root quorum could stamp anything: nobody could ever undo it.
 * To be called after the change, which is undone with the refusal.
 * @throws ServiceError REQUEST_INVALID
 */
export async function requireReachableQuorum({ store, caller, now }: SubmitContext): Promise<void> {
  const { threshold, userIds } = await findRootQuorum(store, caller.organizationId);
  const credentials = await usableCredentials(store, caller.organizationId, now);
  const able = new Set(credentials.map(({ userId }) => userId));
  const left = userIds.filter((id) => able.has(id)).length;
  if (left >= threshold) return;
  throw engineError('REQUEST_INVALID.rootQuorum', { threshold, left });
}
