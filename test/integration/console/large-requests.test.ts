import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { type RunningConsole, keychainMissing, ownPlace } from '../../fixtures/running-console.ts';
import { type Voters, keyNamed, startVoters } from '../../fixtures/voters.ts';

const missing = await keychainMissing();

describe.skipIf(missing !== null)(`large requests (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let voters: Voters;

  beforeAll(async () => {
    if (place === undefined) return;
    voters = await startVoters(place);
    ({ running } = voters);
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  it('attack: who may only ask doesn’t hide what others wait for behind 18 MB of requests', async () => {
    const { ask, asCarol, use, desk } = voters;
    const mine = await ask('create_private_keys', keyNamed('shared'));
    if (mine.state !== 'waiting') throw new Error('It waits for a second vote.');
    for (let count = 0; count < 9; count += 1) {
      await asCarol('sign_raw_payload', {
        ...{ signWith: 'no key', payload: 'a'.repeat(1_000_000), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
        hashFunction: 'HASH_FUNCTION_SHA256',
      });
    }
    await use(desk);
    const { rows } = await running.call<{ rows: ActivityRow[] }>('activities.list', {
      ...{ status: [], types: [], userId: null, waitsForMe: true, sinceMs: null, before: null },
      limit: 50,
    });
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)?.id).toBe(mine.activityId);

    const again = await running.prepare('create_private_keys', keyNamed('shared'));
    expect(again.pending.map(({ activityId }) => activityId)).toEqual([mine.activityId]);
    const vote = await ask('approve_activity', { fingerprint: mine.fingerprint });
    expect(vote).toMatchObject({ state: 'completed', activityId: mine.activityId });
  });
});
