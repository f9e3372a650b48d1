import { type RawBuilder, sql } from 'kysely';
import type { Store } from './store.ts';

/** A bucket of requests: so many come back each second, and so many it holds. */
export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/** Tokens are counted in thousandths: each millisecond brings as many of them as a second brings tokens. */
const PARTS = 1000;

/** The database's own clock, which all processes share: milliseconds since the epoch. */
const NOW = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** What is in a bucket by now, in thousandths. A clock that is set back gives nothing, and takes nothing. */
const held = ({ perSecond, burst }: BucketSize): RawBuilder<number> =>
  sql<number>`least(${burst * PARTS}::bigint, rate_bucket.tokens
    + floor(greatest(0, ${NOW} - rate_bucket.counted_at) * ${perSecond}::float8)::bigint)`;

/**
 * Takes one token of a bucket that all processes share; a bucket that nobody knows is full. One statement, so two processes
 * never take the same token.
 * @returns undefined when it was taken; else how many there are, below 1
 */
export async function takeToken(store: Store, name: string, size: BucketSize): Promise<number | undefined> {
  const taken = await sql`INSERT INTO rate_bucket (name, tokens, counted_at)
    VALUES (${name}, ${(size.burst - 1) * PARTS}::bigint, ${NOW})
    ON CONFLICT (name) DO UPDATE SET tokens = ${held(size)} - ${PARTS}::bigint, counted_at = ${NOW}
    WHERE ${held(size)} >= ${PARTS}::bigint RETURNING name`.execute(store);
  if (taken.rows.length > 0) return undefined;
  const left = await sql<{ tokens: number }>`SELECT ${held(size)} AS tokens FROM rate_bucket
    WHERE name = ${name}`.execute(store);
  return (left.rows[0]?.tokens ?? 0) / PARTS;
}

/** Who comes with a request: by which credential of which organization, and whose bucket a token is taken of. */
interface Coming {
  readonly organizationId: string;
  readonly publicKey: string;
  readonly name: string;
}

/**
 * Reads the version of an organization's rows and takes a token for one of its API keys, in one statement. A key that the
 * organization doesn't have takes none, so strangers make no buckets.
 * @returns the version, undefined for an organization that isn't there; and whether a token was taken
 */
export async function versionAndToken(
  store: Store,
  { organizationId, publicKey, name }: Coming,
  size: BucketSize,
): Promise<{ readonly version: string | undefined; readonly isTaken: boolean }> {
  const { rows } = await sql<{ version: string; isTaken: boolean }>`WITH taken AS (
      INSERT INTO rate_bucket (name, tokens, counted_at)
      SELECT ${name}, ${(size.burst - 1) * PARTS}::bigint, ${NOW} FROM api_key
      WHERE organization_id = ${organizationId} AND public_key = ${publicKey} LIMIT 1
      ON CONFLICT (name) DO UPDATE SET tokens = ${held(size)} - ${PARTS}::bigint, counted_at = ${NOW}
      WHERE ${held(size)} >= ${PARTS}::bigint RETURNING name)
    SELECT rows_version AS version, EXISTS (SELECT 1 FROM taken) AS "isTaken"
    FROM organization WHERE id = ${organizationId}`.execute(store);
  return { version: rows[0]?.version, isTaken: rows[0]?.isTaken === true };
}

/** Takes more of a bucket, down to a whole burst below nothing. @param count how many tokens */
export async function chargeTokens(
  store: Store,
  name: string,
  size: BucketSize,
  count: number,
): Promise<void> {
  const [least, parts] = [-size.burst * PARTS, count * PARTS];
  await sql`INSERT INTO rate_bucket (name, tokens, counted_at)
    VALUES (${name}, ${Math.max(least, size.burst * PARTS - parts)}::bigint, ${NOW})
    ON CONFLICT (name) DO UPDATE SET
      tokens = greatest(${least}::bigint, ${held(size)} - ${parts}::bigint), counted_at = ${NOW}`.execute(
    store,
  );
}

/** Forgets the buckets that are full again. */
export const forgetFullBuckets = (store: Store, size: BucketSize): Promise<unknown> =>
  sql`DELETE FROM rate_bucket WHERE ${held(size)} >= ${size.burst * PARTS}::bigint`.execute(store);
