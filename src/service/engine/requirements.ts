import type { Caller } from '../authentication/caller.ts';
import type { ServiceError } from '../errors.ts';
import { usableCredentials } from '../storage/credentials.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { type OwnedTable, type Row, findRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { engineError } from './errors.ts';
import type { SubmitContext } from './operation-handler.ts';

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

/** What the rows of tables are called to callers. */
const NOUNS = {
  user: 'user',
  invitation: 'invitation',
  policy: 'policy',
  session_profile: 'session profile',
  private_key: 'private key',
  wallet: 'wallet',
  secret: 'secret',
  oauth2_credential: 'OAuth 2.0 credential',
  webhook_endpoint: 'webhook endpoint',
  tvc_app: 'TVC app',
  tvc_operator: 'TVC operator',
} as const satisfies Partial<Record<OwnedTable, string>>;

/**
 * The row of an ID within the caller's organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireRow<T extends keyof typeof NOUNS>(
  { store, caller }: { readonly store: Store; readonly caller: Pick<Caller, 'organizationId'> },
  table: T,
  id: string,
): Promise<Row<T>> {
  const row = await findRow(store, table, caller.organizationId, id);
  if (row === undefined) throw notFound(NOUNS[table], id);
  return row;
}

/** Nothing of this kind has that ID in the caller's organization. */
export const notFound = (what: string, id: string): ServiceError =>
  engineError('NOT_FOUND.row', { what, id });
