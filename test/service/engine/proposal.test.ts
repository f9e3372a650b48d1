import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { deleteSecrets } from '#protocol/catalogue/secrets.ts';
import {
  type Electorates,
  policyInputsOf,
  votePermissions,
  votePermissionsFor,
} from '#service/engine/proposal.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { insertRow } from '#service/storage/rows.ts';
import { openStore } from '#service/storage/store.ts';
import { notingStatements } from '#test/fixtures/noted-statements.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

test('attack: the policies asked about a hundred things have one bound for all of them together', async () => {
  const things = Array.from({ length: 100 }, (_, at) => ({ secret: { id: String(at) } }));
  const handler = {
    ...({ kind: 'submit', operation: deleteSecrets } as const),
    handle: () => Promise.resolve({}),
    rules: { eachConditionValues: () => Promise.resolve(things) },
  };
  const decidedBy = {
    ...{ organizationId: '', policies: [] },
    rootQuorum: { threshold: 1, userIds: [] },
  };
  const proposal = { handler, parameters: { secretIds: [] }, votes: [] };
  const inputs = await policyInputsOf(undefined as never, decidedBy, proposal, 0);
  expect(inputs).toHaveLength(100);
  expect(inputs[0].work?.left).toBe(1_000_000);
  expect(inputs.every(({ work }) => work === inputs[0].work)).toBe(true);
  // What is the same for all of them is evaluated once; a single thing needs no memory.
  expect(inputs[0].work?.answered).toBeDefined();
  const rules = { eachConditionValues: () => Promise.resolve(things.slice(0, 1)) };
  const [one] = await policyInputsOf(
    undefined as never,
    decidedBy,
    { ...proposal, handler: { ...handler, rules } },
    0,
  );
  expect(one.work?.answered).toBeUndefined();
});

test('one of the root quorum, who can help it, is told so without a look at all who could', async () => {
  const hand = (userId: string) => ({ userId, user: { id: userId }, credential: { id: `key of ${userId}` } });
  const [first, second, other] = [hand('first'), hand('second'), hand('other')];
  const question = {
    ...{ rootQuorum: { threshold: 2, userIds: ['first', 'second', 'gone'] }, rootOnly: false },
    ...{ policies: [], condition: {}, approvals: [other], rejections: [] },
  };
  const all = vi.fn(() => Promise.resolve([first, second, other]));
  const may = (userId: string, more: object = {}, members = [first, second]) => {
    const electorates: Electorates = { members: () => Promise.resolve(members), all };
    return votePermissions([{ ...question, ...more }], userId, electorates);
  };
  expect(await may('first')).toEqual({ canApprove: true, canReject: true });
  expect(await may('second', { approvals: [first] })).toEqual({ canApprove: true, canReject: true });
  // Nor is who has voted.
  expect(await may('other')).toEqual({ canApprove: false, canReject: true });
  expect(await may('first', { approvals: [first] })).toEqual({ canApprove: false, canReject: true });
  const both = { approvals: [first], rejections: [first] };
  expect(await may('first', both)).toEqual({ canApprove: false, canReject: false });
  expect(all).not.toHaveBeenCalled();
  expect(await may('gone')).toEqual({ canApprove: false, canReject: false });
  expect(await may('first', { rejections: [second] })).toEqual({ canApprove: false, canReject: false });
  expect(all).toHaveBeenCalledTimes(2);
});

test('a database that is gone while it is asked who may vote is told to whoever asks, and ends no process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proposal-'));
  const store = await openStore(folder);
  let answers = 0;
  const failing = store.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      answers += 1;
      // Policies are read ahead, and then it is gone.
      return answers > 1 ? Promise.reject(new Error('The database is gone.')) : Promise.resolve(result);
    },
  });
  const listeners = process.listeners('unhandledRejection');
  const unheard: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => unheard.push(reason));
  try {
    const ask = votePermissionsFor(failing, () => undefined, { organizationId: 'o', userId: 'u' }, 0);
    const activity = { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' };
    await expect(ask({ activity, votes: [] } as never)).rejects.toThrow('The database is gone.');
    // Node tells once the turn in which nobody listened is over.
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    expect(unheard).toEqual([]);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
    await store.destroy();
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(noPostgres !== undefined)(
  `a server is asked for all who voted at once ${noPostgres ?? ''}`,
  async () => {
    const server = await PostgresServer.start();
    try {
      const store = await openPostgresStore(await server.makeDatabase());
      const noted = notingStatements(store);
      try {
        const organization_id = 'o';
        await insertRow(store, 'organization', { id: organization_id, name: 'o', created_at: 1 });
        const ids = Array.from({ length: 20 }, (_, at) => `user ${at}`);
        for (const id of ids)
          await insertRow(store, 'user', {
            ...{ id, organization_id, name: id, email: null, phone_number: null, tags: '[]' },
            ...{ created_at: 1, updated_at: 1 },
          });
        const votes = [...ids, 'who was deleted'].map((user_id) => ({
          ...{ user_id, user: '{}', selection: 'VOTE_SELECTION_APPROVED', public_key: '', created_at: 1 },
        }));
        const handler = {
          kind: 'submit',
          operation: deleteSecrets,
          handle: () => Promise.resolve({}),
          rules: {},
        };
        const decidedBy = {
          ...{ organizationId: organization_id, policies: [] },
          rootQuorum: { threshold: 1, userIds: [] },
        };
        const proposal = { handler, parameters: { secretIds: [] }, votes } as never;
        const [{ approvals }] = await policyInputsOf(noted.store, decidedBy, proposal, 1);
        expect(approvals.map(({ userId }) => userId)).toEqual(ids);
        expect(noted.answered()).toBe(1);
      } finally {
        await store.destroy();
      }
    } finally {
      await server.stop();
    }
  },
);
