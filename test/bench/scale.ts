import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { pathOf } from '#protocol/catalogue/operation.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner, apiPublicKeyOf, stamp, type Signer } from '#protocol/stamp.ts';
import { atMost, median, type Figure } from './figure.ts';
import { fill, TYPES, type Filled } from './filled.ts';
import { load, type Shot } from './load.ts';

const KEYS = 10_000;
/** The peer: the same service with so little in it. */
const FEW = 100;
const SHOTS = 60;
const ROUNDS = 5;
const AIM_MS = 20;
/** For lists of activities. */
const LIST_AIM_MS = 5;

/** Gets and lists with many activities and 10,000 keys in the database, against the same with 100 of each. */
export async function benchScale(root: string, activityCount: number): Promise<Figure[]> {
  const secret = randomBytes(32);
  const signer = portableSigner('API_KEY_CURVE_P256', secret);
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', secret);
  const many = await fill(root, publicKey, activityCount, KEYS);
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
      const aim = name.startsWith('list_activities') ? LIST_AIM_MS : AIM_MS;
      process.stdout.write(
        `  ${name}: ${took.toFixed(2)} ms, ${median(ratios).toFixed(2)} times that of ${FEW}\n`,
      );
      figures.push(
        atMost(
          1,
          `${name} with ${activityCount} activities and ${KEYS} keys, against the aim of ${aim} ms`,
          took / aim,
        ),
        atMost(
          2,
          `${name} with ${activityCount} activities and ${KEYS} keys, against ${FEW} of each`,
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
  'list_activities, by a status and a type': () =>
    activities({ filterByStatus: ['ACTIVITY_STATUS_COMPLETED'], filterByType: [TYPES[1]] }),
  'list_activities, by several statuses': () =>
    activities({
      filterByStatus: [
        'ACTIVITY_STATUS_COMPLETED',
        'ACTIVITY_STATUS_CONSENSUS_NEEDED',
        'ACTIVITY_STATUS_REJECTED',
      ],
    }),
  'list_activities, by several of both, a page of 100 in the middle': ({ activityIds }, n) =>
    activities(
      {
        filterByStatus: ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED'],
        filterByType: [...TYPES, 'ACTIVITY_TYPE_OAUTH'],
      },
      { limit: '100', before: at(activityIds, Math.floor(activityIds.length / 2) + n) },
    ),
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

/** Milliseconds of one request, over one connection: the middle of some. */
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
  return (await load(filled.service.url, shots, 1)).p50;
}
