import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SwapFeeRelay } from '#service/features/earn/swap-fee-relay.ts';
import { insertRow } from '#service/storage/rows.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { GroupCommitWriter } from '#service/storage/writer.ts';
import { fakeClock, type FakeClock } from '#test/fixtures/fake-clock.ts';

const organizationId = '11111111-1111-4111-8111-111111111111';
let folder: string;
let store: Store;
let writer: GroupCommitWriter;
let clock: FakeClock;
let relay: SwapFeeRelay;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-relay-'));
  store = await openStore(folder);
  writer = new GroupCommitWriter(store);
  clock = fakeClock();
  await insertRow(store, 'organization', { id: organizationId, name: 'Local', created_at: clock.now() });
  relay = new SwapFeeRelay({ store, writer, clock, logger: pino({ level: 'silent' }) });
});
afterEach(async () => {
  await relay.stop();
  await writer.settled();
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const claim = (id: string): Promise<void> =>
  insertRow(store, 'swap_fee_claim', {
    ...{ id, organization_id: organizationId, requested_by: 'root' },
    ...{ status: 'PENDING', failure: null, created_at: clock.now(), updated_at: clock.now() },
  });
const claims = () =>
  store
    .selectFrom('swap_fee_claim')
    .select(['id', 'status', 'failure', 'updated_at'])
    .orderBy('id')
    .execute();
const ended = (id: string, at: number) => ({ id, status: 'FAILED', failure: 'NO_FEES', updated_at: at });

test('claims that an earlier run left are taken up at the start, later ones within a second', async () => {
  await claim('a');
  await claim('b');
  clock.forward(5000);
  const first = clock.now();
  relay.start();
  await relay.settled();
  expect(await claims()).toEqual([ended('a', first), ended('b', first)]);
  await claim('c');
  clock.forward(999);
  await relay.settled();
  expect((await claims())[2]).toMatchObject({ id: 'c', status: 'PENDING', failure: null });
  clock.forward(1);
  await relay.settled();
  expect(await claims()).toEqual([ended('a', first), ended('b', first), ended('c', clock.now())]);
});

test('a claim that has ended stays as it is, and a stopped relay takes up nothing', async () => {
  await claim('a');
  relay.start();
  await relay.settled();
  const [before] = await claims();
  clock.forward(1000);
  await relay.settled();
  expect(await claims()).toEqual([before]);
  await relay.stop();
  await claim('b');
  clock.forward(10_000);
  await relay.settled();
  expect((await claims())[1]).toMatchObject({ id: 'b', status: 'PENDING' });
});
