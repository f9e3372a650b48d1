import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deleteSecrets } from '#protocol/catalogue/secrets.ts';
import { policyInputsOf, votePermissionsFor } from '#service/engine/proposal.ts';
import { openStore } from '#service/storage/store.ts';

test('attack: the policies asked about a hundred things have one bound for all of them together', async () => {
  const things = Array.from({ length: 100 }, (_, at) => ({ secret: { id: String(at) } }));
  const handler = {
    ...({ kind: 'submit', operation: deleteSecrets } as const),
    handle: () => Promise.resolve({}),
    rules: { eachConditionValues: () => Promise.resolve(things) },
  };
  const decidedBy = {
    ...{ organizationId: '', policies: [], users: new Map(), electorate: [] },
    rootQuorum: { threshold: 1, userIds: [] },
  };
  const proposal = { handler, parameters: { secretIds: [] }, votes: [] };
  const inputs = await policyInputsOf(undefined as never, decidedBy, proposal, 0);
  expect(inputs).toHaveLength(100);
  expect(inputs[0].work?.left).toBe(1_000_000);
  expect(inputs.every(({ work }) => work === inputs[0].work)).toBe(true);
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
    // Node tells once all that was promised has been waited for.
    await delay(50);
    expect(unheard).toEqual([]);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
    await store.destroy();
    rmSync(folder, { recursive: true });
  }
});
