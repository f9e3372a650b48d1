import type { Caller } from '../authentication/caller.ts';
import type { ServiceError } from '../errors.ts';
import { endsOfLastingCredentials } from '../storage/credentials.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { type OwnedTable, type Row, findRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { engineError } from './errors.ts';
import type { SubmitContext } from './operation-handler.ts';

/** So long a vote of the root quorum may take: an approval counts for 24 hours. */
const LONG_ENOUGH_MS = 24 * 60 * 60 * 1000;

/** Until when each member of the root quorum can stamp without a session, the latest first; 0 for who cannot. */
async function readQuorum({ store, caller, now }: SubmitContext): Promise<{
  readonly threshold: number;
  readonly ends: readonly number[];
}> {
  const { threshold, userIds } = await findRootQuorum(store, caller.organizationId);
  const ends = await endsOfLastingCredentials(store, caller.organizationId, userIds, now);
  return { threshold, ends: userIds.map((id) => ends.get(id) ?? 0).sort((a, b) => b - a) };
}

/** Until when enough members of the root quorum can stamp, in milliseconds since the epoch; 0 where they cannot. */
export async function endOfQuorum(context: SubmitContext): Promise<number> {
  const { threshold, ends } = await readQuorum(context);
  return ends[threshold - 1] ?? 0;
}

/**
 * Refuses a root quorum with too few members who can stamp: nobody could undo that. Sessions don't count, because they expire.
 * Call it after the change; the refusal rolls the change back.
 * @throws ServiceError REQUEST_INVALID
 */
export async function requireReachableQuorum(context: SubmitContext): Promise<void> {
  const { threshold, ends } = await readQuorum(context);
  const left = ends.filter((end) => end > 0).length;
  if (left < threshold) throw engineError('REQUEST_INVALID.rootQuorum', { threshold, left });
}

/**
 * Refuses the removal of a credential if too few members of the root quorum could stamp a day later. Call it after the change;
 * the refusal rolls the change back.
 * @param before the `endOfQuorum` before the change: one that makes it no earlier is fine
 * @throws ServiceError REQUEST_INVALID
 */
export async function requireLastingQuorum(context: SubmitContext, before: number): Promise<void> {
  const { threshold, ends } = await readQuorum(context);
  const enough = context.now + LONG_ENOUGH_MS;
  if ((ends[threshold - 1] ?? 0) >= Math.min(before, enough)) return;
  const left = ends.filter((end) => end >= enough).length;
  throw engineError('REQUEST_INVALID.lastingQuorum', { threshold, left });
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
