import { expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { lastNonceOf, organizationNonces } from '#main/features/transfers/next-nonce.ts';
import type { PreviewReads } from '#main/features/previews/module.ts';
import type { Activity, ActivityStatus } from '#protocol/activity.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { type Transfer, addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { waitingActivity } from '../activities/fake-activity.ts';

const MINE = addressOf(1);
const KEY_ID = '01990000-0000-7000-8000-00000000000c';
const account = { chain: chainOf('TRANSACTION_TYPE_ETHEREUM'), network: '1', address: MINE };
/** The highest safe integer: what a number in JSON can hold. */
const HUGE = Number.MAX_SAFE_INTEGER;

const keyOf = (privateKeyId: string, address: string): PrivateKey => ({
  privateKeyId,
  privateKeyName: privateKeyId,
  publicKey: '02'.padEnd(66, 'a'),
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address }],
  privateKeyTags: [],
  exported: false,
  imported: false,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
});

type Asked = readonly [ActivityStatus, number, Partial<Transfer & { type: string }>?];

const activityOf = ([status, nonce, { type, ...transfer } = {}]: Asked): Activity => {
  const parameters = transferParameters({ signWith: KEY_ID, nonce, ...transfer });
  return waitingActivity(signTransaction, type === undefined ? parameters : { ...parameters, type }, {
    status,
  });
};

/** An organization that was asked for these, which filters as the service does. */
const organization = (...asked: readonly Asked[]) => {
  const activities = asked.map(activityOf);
  const reads = {
    ask: (_operation: unknown, { filterByStatus }: { filterByStatus?: readonly ActivityStatus[] }) =>
      Promise.resolve({ activities: activities.filter((each) => filterByStatus?.includes(each.status)) }),
    listPrivateKeys: () => Promise.resolve([keyOf(KEY_ID, MINE), keyOf('other', addressOf(2))]),
    listAccounts: () => Promise.resolve([]),
  };
  return organizationNonces(account, reads as unknown as PreviewReads);
};
const lastOf = async (here: bigint | undefined, ...asked: readonly Asked[]) =>
  lastNonceOf(here, await organization(...asked));

const DONE = 'ACTIVITY_STATUS_COMPLETED';
const WAITS = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

it('counts a payment that waits for approval, and says so', async () => {
  expect(await lastOf(7n, [WAITS, 8])).toEqual({ nonce: '8', from: 'waiting', apart: [], isWhole: true });
  expect(await lastOf(7n, [WAITS, 9], [WAITS, 8])).toMatchObject({ nonce: '9', from: 'waiting' });
  expect(await lastOf(undefined, [WAITS, 8])).toMatchObject({ nonce: '8', from: 'waiting' });
});

it('counts what others of the organization signed, by whatever name of the key', async () => {
  expect(await lastOf(7n, [DONE, 12, { signWith: MINE.toUpperCase().replace('0X', '0x') }])).toEqual({
    nonce: '12',
    from: 'organization',
    apart: [],
    isWhole: true,
  });
  expect(await lastOf(12n, [DONE, 12], [DONE, 3])).toMatchObject({ nonce: '12', from: 'here' });
  expect(await lastOf(undefined, [DONE, 3], [WAITS, 4])).toMatchObject({ nonce: '4', from: 'waiting' });
});

it('counts no request that was rejected or failed', async () => {
  const over: readonly Asked[] = [
    ['ACTIVITY_STATUS_REJECTED', 8],
    ['ACTIVITY_STATUS_FAILED', 9],
  ];
  expect(await lastOf(7n, ...over)).toEqual({ nonce: '7', from: 'here', apart: [], isWhole: true });
  expect((await lastOf(undefined, ...over)).nonce).toBeNull();
});

it('counts nothing of another chain, network, address or unknown key', async () => {
  const others: readonly Asked[] = [
    [DONE, 20, { chainId: 8453 }],
    [DONE, 21, { signWith: 'other' }],
    [DONE, 22, { signWith: addressOf(2) }],
    [DONE, 23, { signWith: 'deleted' }],
    [WAITS, 8, { chainId: 8453 }],
    [WAITS, 8, { signWith: 'other' }],
    [DONE, 24, { type: 'TRANSACTION_TYPE_TEMPO' }],
    [DONE, 25, { type: 'TRANSACTION_TYPE_BITCOIN' }],
  ];
  expect(await lastOf(7n, ...others)).toEqual({ nonce: '7', from: 'here', apart: [], isWhole: true });
});

it('names a waiting request that leaves a gap, and suggests the gap', async () => {
  expect(await lastOf(7n, [WAITS, 9])).toMatchObject({ nonce: '7', from: 'here', apart: ['9'] });
});

it('attack: a stranger’s waiting request with a huge nonce drives no suggestion, and is named', async () => {
  expect(await lastOf(7n, [WAITS, HUGE])).toMatchObject({ nonce: '7', from: 'here', apart: [String(HUGE)] });
  expect(await lastOf(7n, [WAITS, 8], [WAITS, HUGE])).toMatchObject({ nonce: '8', apart: [String(HUGE)] });
  // Where nothing was signed yet, neither.
  expect(await lastOf(undefined, [WAITS, HUGE])).toMatchObject({ nonce: null, apart: [String(HUGE)] });
});

it('attack: many waiting requests far ahead name three, and move nothing', async () => {
  const many = Array.from({ length: 50 }, (_, at): Asked => [WAITS, 1_000 + at * 2]);
  expect(await lastOf(7n, ...many)).toMatchObject({ nonce: '7', apart: ['1000', '1002', '1004'] });
});

it('attack: waiting requests that repeat a used nonce move nothing back', async () => {
  expect(await lastOf(7n, [WAITS, 0], [WAITS, 7])).toMatchObject({ nonce: '7', from: 'here', apart: [] });
});

it('attack: so many requests that others fall out of the list are said', async () => {
  const many = Array.from({ length: 100 }, (): Asked => [WAITS, 3, { signWith: 'other' }]);
  expect(await lastOf(7n, ...many)).toMatchObject({ nonce: '7', isWhole: false });
});

it('attack: a request that can’t be read counts for nothing, and hides no other', async () => {
  const broken = waitingActivity(signTransaction, {
    ...transferParameters({ signWith: KEY_ID }),
    unsignedTransaction: '0x02ff',
  });
  const reads = {
    ask: () => Promise.resolve({ activities: [broken, activityOf([WAITS, 8])] }),
    listPrivateKeys: () => Promise.resolve([keyOf(KEY_ID, MINE)]),
    listAccounts: () => Promise.resolve([]),
  };
  const found = await organizationNonces(account, reads as unknown as PreviewReads);
  expect(lastNonceOf(7n, found)).toMatchObject({ nonce: '8', from: 'waiting' });
});

it('keeps to what was signed here where the service doesn’t say, and says that', async () => {
  const reads = { ask: () => Promise.reject(new AppError('X', 'No answer.', 'Try again.')) };
  const found = await organizationNonces(account, reads as unknown as PreviewReads);
  expect(found).toBeUndefined();
  expect(lastNonceOf(7n, found)).toEqual({ nonce: '7', from: 'here', apart: [], isWhole: false });
});
