import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderedIds } from '#service/storage/activity-order.ts';
import type { ActivityRow, PrivateKeyAddressRow, PrivateKeyRow, VoteRow } from '#service/storage/schema.ts';
import { openSealedStore } from '../fixtures/open-sealed-store.ts';
import { startProcess, type ProcessOptions, type Running } from './process.ts';

/** Rows of one insert: SQLite takes so many parameters. */
const CHUNK = 500;

export const TYPES = ['ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'] as const;
/** One in so many waits for votes, and one in so many is of the rarer type. */
const RARE = 50;

const CREATE_INTENT = JSON.stringify({
  createPrivateKeysIntentV2: {
    privateKeys: [{ privateKeyName: 'A key', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
  },
});
const SIGN_INTENT = JSON.stringify({
  signRawPayloadIntentV2: {
    ...{ signWith: randomUUID(), payload: 'a', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
    hashFunction: 'HASH_FUNCTION_SHA256',
  },
});

export interface Filled {
  readonly service: Running;
  readonly folder: string;
  /** To start the same again, once it is stopped. */
  readonly options: ProcessOptions;
  readonly activityIds: readonly string[];
  readonly keyIds: readonly string[];
}

/** A service over a database that was filled while it was stopped, through storage and not over HTTP. */
export async function fill(
  root: string,
  publicKey: string,
  activityCount: number,
  keyCount: number,
): Promise<Filled> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-scale-'));
  const storageKey = randomBytes(32);
  const options = { root, folder, publicKey, storageKey };
  const first = await startProcess(options);
  await first.stop();
  const ids = await fillFolder(folder, storageKey, activityCount, keyCount);
  return { folder, options, ...ids, service: await startProcess(options) };
}

/** Fills the database of a service that does not run. */
export async function fillFolder(
  folder: string,
  storageKey: Uint8Array,
  activityCount: number,
  keyCount: number,
): Promise<Pick<Filled, 'activityIds' | 'keyIds'>> {
  const store = await openSealedStore(folder, storageKey);
  const began = Date.now() - activityCount;
  let now = began;
  const nextId = orderedIds(() => (now += 1));
  const user = await store.selectFrom('user').selectAll().executeTakeFirstOrThrow();
  const activityIds: string[] = [];
  const { organization_id: organizationId } = user;
  const { public_key: publicKey } = await store
    .selectFrom('api_key')
    .select('public_key')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const keys = Array.from({ length: keyCount }, (_, n) => keyOf(organizationId, n, began));
  await store.transaction().execute(async (inside) => {
    for (let from = 0; from < activityCount; from += CHUNK) {
      const part = Array.from({ length: Math.min(CHUNK, activityCount - from) }, (_, n) =>
        activityOf(nextId(), organizationId, from + n, now),
      );
      activityIds.push(...part.map(({ id }) => id));
      await inside.insertInto('activity').values(part).execute();
      await inside
        .insertInto('vote')
        .values(part.map((row) => voteOf(row, user.id, publicKey)))
        .execute();
    }
    for (const part of chunks(keys)) {
      await inside.insertInto('private_key').values(part).execute();
      await inside.insertInto('private_key_address').values(part.map(addressOf)).execute();
    }
  });
  await store.destroy();
  return { activityIds, keyIds: keys.map(({ id }) => id) };
}

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += CHUNK) yield list.slice(from, from + CHUNK);
}

function activityOf(id: string, organizationId: string, n: number, now: number): ActivityRow {
  const waits = n % RARE === 0;
  return {
    ...{ id, organization_id: organizationId, type: n % RARE === 1 ? TYPES[1] : TYPES[0] },
    status: waits ? 'ACTIVITY_STATUS_CONSENSUS_NEEDED' : 'ACTIVITY_STATUS_COMPLETED',
    intent: n % RARE === 1 ? SIGN_INTENT : CREATE_INTENT,
    result: waits ? null : JSON.stringify({ createPrivateKeysResultV2: { privateKeys: [] } }),
    ...{ failure: null, app_proofs: null, created_at: now, updated_at: now },
    fingerprint: `sha256:${randomBytes(32).toString('hex')}`,
  };
}

const voteOf = (row: ActivityRow, userId: string, publicKey: string): VoteRow => ({
  ...{ id: randomUUID(), activity_id: row.id, user_id: userId, created_at: row.created_at },
  user: JSON.stringify({ userId, userName: 'Root user' }),
  ...{ selection: 'VOTE_SELECTION_APPROVED', message: '{}', public_key: publicKey, signature: '' },
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
});

const keyOf = (organizationId: string, n: number, now: number): PrivateKeyRow => ({
  ...{ id: randomUUID(), organization_id: organizationId, name: `Key ${n}`, curve: 'CURVE_SECP256K1' },
  ...{ public_key: `02${randomBytes(32).toString('hex')}`, sealed_key: randomBytes(60), tags: '[]' },
  ...{
    exported: 0,
    imported: 0,
    created_at: now + n,
    updated_at: now + n,
    key_version: null,
    data_key: null,
  },
});

const addressText = (keyId: string): string => `0x${keyId.replaceAll('-', '').padEnd(40, '0')}`;

const addressOf = ({ id }: PrivateKeyRow): PrivateKeyAddressRow => ({
  ...{ private_key_id: id, position: 0, format: 'ADDRESS_FORMAT_ETHEREUM' },
  ...{ address: addressText(id), lookup: addressText(id) },
});
