import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PublishedKeys } from '../keys/enclave-keys.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { withKeys } from '../keys/keys-wanted.ts';
import { firstWhere } from '../storage/rows.ts';
import { readSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';
import { readPublishedKeys } from './enclave-keys.ts';

/** What a database of the service is told by. Times are in milliseconds since the epoch. */
export interface DatabaseFacts {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly createdAtMs: number;
  readonly activities: number;
  /** The newest activity; null where there is none. */
  readonly newest: { readonly atMs: number; readonly type: string } | null;
  /** The number of its state. */
  readonly generation: number;
  /** The root user's first API key, as `CURVE:hex`. */
  readonly rootPublicKey: string;
  /** What clients pin. */
  readonly keys: PublishedKeys;
}

/** @returns undefined for a database whose first start never ended: it has no organization, or no keys */
export async function readDatabaseFacts(store: Store, keyRing: KeyRing): Promise<DatabaseFacts | undefined> {
  const organizationId = (await readSetting(store, 'root-organization')) ?? '';
  const organization = await firstWhere(store, 'organization', { id: organizationId });
  const rootPublicKey = await readSetting(store, 'root-public-key');
  const keys = await withKeys(() => readPublishedKeys(store, keyRing));
  if (organization === undefined || rootPublicKey === undefined || keys === undefined) return undefined;
  const { count } = await store
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const newest = await store
    .selectFrom('activity')
    .select(['created_at', 'type'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    organizationId,
    organizationName: organization.name,
    createdAtMs: organization.created_at,
    activities: count,
    newest: newest === undefined ? null : { atMs: newest.created_at, type: newest.type },
    generation: Number((await readSetting(store, 'generation')) ?? '0'),
    rootPublicKey,
    keys,
  };
}

/** SHA-256 of a file, as hex. */
export async function digestOfBackup(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
