import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathOf } from '../../src/protocol/catalogue/operation.ts';
import { toUtf8 } from '../../src/protocol/encoding.ts';
import { portableSigner, publicKeyOf, stamp, type Signer } from '../../src/protocol/stamp.ts';
import { orderedIds } from '../../src/service/activities/ids.ts';
import type {
  ActivityRow,
  PrivateKeyAddressRow,
  PrivateKeyRow,
  VoteRow,
} from '../../src/service/storage/schema.ts';
import { openSealedStore } from '../fixtures/open-sealed-store.ts';
import { atMost, median, type Figure } from './figure.ts';
import { load, type Shot } from './load.ts';
import { startProcess, type Running } from './process.ts';

const ACTIVITIES = 100_000;
const KEYS = 10_000;
/** The peer: the same service with so little in it. */
const FEW = 100;
const SHOTS = 60;
const ROUNDS = 5;
/** Rows of one insert: SQLite takes so many parameters. */
const CHUNK = 500;
const AIM_MS = 20;

const TYPES = ['ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'] as const;
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

interface Filled {
  readonly service: Running;
  readonly folder: string;
  readonly activityIds: readonly string[];
  readonly keyIds: readonly string[];
}

/** Gets and lists with 100,000 activities and 10,000 keys in the database, against the same with 100 of each. */
export async function benchScale(root: string): Promise<Figure[]> {
  const secret = randomBytes(32);
  const signer = portableSigner('API_KEY_CURVE_P256', secret);
  const publicKey = publicKeyOf('API_KEY_CURVE_P256', secret);
  const many = await fill(root, publicKey, ACTIVITIES, KEYS);
  const few = await fill(root, publicKey, FEW, FEW);
  try {
    const figures: Figure[] = [];
    for (const [name, queryOf] of Object.entries(QUERIES)) {
      const ratios: number[] = [];
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const peer = await milliseconds(few, signer, queryOf);
        const ours = await milliseconds(many, signer, queryOf);
        // The first round warms up.
        if (round === 0) continue;
        ratios.push(ours / peer);
        times.push(ours);
      }
      const took = median(times);
      process.stdout.write(
        `  ${name}: ${took.toFixed(2)} ms, ${median(ratios).toFixed(2)} times that of ${FEW}\n`,
      );
      figures.push(
        atMost(
          1,
          `${name} with ${ACTIVITIES} activities and ${KEYS} keys, against the aim of ${AIM_MS} ms`,
          took / AIM_MS,
        ),
        atMost(
          2,
          `${name} with ${ACTIVITIES} activities and ${KEYS} keys, against ${FEW} of each`,
          median(ratios),
        ),
      );
    }
    return figures;
  } finally {
    for (const { service, folder } of [many, few]) {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

interface Query {
  readonly path: string;
  readonly parameters: object;
}

/** The n-th request of each kind. */
const QUERIES: Record<string, (filled: Filled, n: number) => Query> = {
  get_activity: ({ activityIds }, n) => ({
    path: 'get_activity',
    parameters: { activityId: at(activityIds, n * 7919) },
  }),
  get_private_key: ({ keyIds }, n) => ({
    path: 'get_private_key',
    parameters: { privateKeyId: at(keyIds, n * 7919) },
  }),
  'list_private_keys, a page': ({ keyIds }, n) => ({
    path: 'list_private_keys',
    parameters: { paginationOptions: { limit: '10', after: at(keyIds, n * 7919) } },
  }),
  'list_activities, first page': () => activities({}),
  'list_activities, a page in the middle': ({ activityIds }, n) =>
    activities({}, { before: at(activityIds, Math.floor(activityIds.length / 2) + n) }),
  'list_activities, the oldest page': ({ activityIds }, n) =>
    activities({}, { before: at(activityIds, 20 + n) }),
  'list_activities, by a rare status': () =>
    activities({ filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] }),
  'list_activities, by a rare type': () => activities({ filterByType: [TYPES[1]] }),
  'list_activities, by a type that is nowhere': () => activities({ filterByType: ['ACTIVITY_TYPE_OAUTH'] }),
  'list_activities, by a status that is nowhere': () =>
    activities({ filterByStatus: ['ACTIVITY_STATUS_REJECTED'] }),
};

const activities = (filter: object, page: object = {}): Query => ({
  path: 'list_activities',
  parameters: { ...filter, paginationOptions: { limit: '10', ...page } },
});

function at(list: readonly string[], n: number): string {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('nothing was filled in');
  return found;
}

/** Milliseconds of one request, over one connection. */
async function milliseconds(
  filled: Filled,
  signer: Signer,
  queryOf: (filled: Filled, n: number) => Query,
): Promise<number> {
  const shots: Shot[] = Array.from({ length: SHOTS }, (_, n) => {
    const { path, parameters } = queryOf(filled, n);
    const body = JSON.stringify({ organizationId: filled.service.organizationId, ...parameters });
    const headers = { 'content-type': 'application/json', 'x-stamp': stamp(toUtf8(body), signer) };
    return { path: pathOf({ kind: 'query', path }), headers, body };
  });
  return 1000 / (await load(filled.service.url, shots, 1));
}

/** A service over a database that was filled while it was stopped, through storage and not over HTTP. */
async function fill(
  root: string,
  publicKey: string,
  activityCount: number,
  keyCount: number,
): Promise<Filled> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-scale-'));
  const storageKey = randomBytes(32);
  const options = { root, folder, publicKey, storageKey };
  const first = await startProcess(options);
  const { organizationId } = first;
  await first.stop();
  const store = await openSealedStore(folder, storageKey);
  const began = Date.now() - activityCount;
  let now = began;
  const nextId = orderedIds(() => (now += 1));
  const user = await store.selectFrom('user').selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: activityCount }, (_, n) => activityOf(nextId(), organizationId, n, now));
  const keys = Array.from({ length: keyCount }, (_, n) => keyOf(organizationId, n, began));
  await store.transaction().execute(async (inside) => {
    for (const part of chunks(rows)) {
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
  const keyIds = keys.map(({ id }) => id);
  return {
    folder,
    keyIds,
    activityIds: rows.map(({ id }) => id),
    service: await startProcess(options),
  };
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
  ...{ exported: 0, imported: 0, created_at: now + n, updated_at: now + n },
});

const addressText = (keyId: string): string => `0x${keyId.replaceAll('-', '').padEnd(40, '0')}`;

const addressOf = ({ id }: PrivateKeyRow): PrivateKeyAddressRow => ({
  ...{ private_key_id: id, position: 0, format: 'ADDRESS_FORMAT_ETHEREUM' },
  ...{ address: addressText(id), lookup: addressText(id) },
});
