import { describe, expect, it } from 'vitest';
import { createRowConsensus } from '#main/governance/votes/consensus.ts';
import type { ContextResolver } from '#main/context/context-resolver.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { AppError } from '#protocol/error.ts';
import { ALICE, BOB, bobKey, voteOf, waitingActivity } from '../../features/activities/fake-activity.ts';

const activity = waitingActivity(createPrivateKeys, { privateKeys: [] });
const settled = { ...activity, id: 'settled', status: 'ACTIVITY_STATUS_COMPLETED' } as const;

/** The rows' asker over a service with a quorum of two; counts what it is asked. */
function rows(refusal?: AppError) {
  const asked: string[] = [];
  const answers = {
    users: [
      { userId: ALICE, userName: 'Alice' },
      { userId: BOB, userName: 'Bob' },
    ],
    configs: { quorum: { threshold: 2, userIds: [ALICE, BOB] } },
    policies: [],
    policyEvaluations: [],
  };
  const ask: ContextResolver['query'] = (operation) => {
    asked.push(operation.path);
    if (refusal !== undefined) return Promise.reject(refusal);
    return Promise.resolve(answers as never);
  };
  return { consensusOf: createRowConsensus(ask), asked };
}

describe('how the rows of a list stand', () => {
  it('is told for those that wait, and for no others', async () => {
    const { consensusOf } = rows();
    const stands = await consensusOf([settled, activity]);
    expect([...stands.keys()]).toEqual([activity.id]);
    expect(stands.get(activity.id)?.ways).toMatchObject([{ have: 1, need: 2, waitingFor: ['Bob'] }]);
  });

  it('names a few of thousands who could approve, and says how many they are', async () => {
    const users = Array.from({ length: 3_000 }, (_, at) => ({ userId: `u${at}`, userName: `User ${at}` }));
    const policy = { policyId: 'p', policyName: 'Two', consensus: 'approvers.count() >= 2' };
    const organization = { users, policies: [policy], configs: { quorum: { threshold: 1, userIds: [] } } };
    const said = [{ policyEvaluations: [{ policyId: 'p', outcome: 'OUTCOME_REQUIRES_CONSENSUS' }] }];
    const ask: ContextResolver['query'] = () =>
      Promise.resolve({ ...organization, policyEvaluations: said } as never);
    const asked = { ...activity, votes: [voteOf('u1', 'User 1', bobKey, '{}')] };
    const stands = await createRowConsensus(ask)([asked]);
    expect(stands.get(activity.id)?.ways).toEqual([
      {
        ...{ rule: 'Policy “Two”', have: 1, need: 2, text: null },
        ...{ waitingFor: ['User 0', 'User 2', 'User 3', 'User 4'], waitingCount: 2_999 },
      },
    ]);
  });

  it('asks nothing where nothing waits', async () => {
    const { consensusOf, asked } = rows();
    expect(await consensusOf([settled])).toEqual(new Map());
    expect(asked).toEqual([]);
  });

  it('reads no key of the organization', async () => {
    const { consensusOf, asked } = rows();
    await consensusOf([activity]);
    expect(asked.toSorted()).toEqual([
      'get_organization_configs',
      'get_policy_evaluations',
      'list_policies',
      'list_users',
    ]);
  });

  it('asks what the policies said once for each state of the votes', async () => {
    const { consensusOf, asked } = rows();
    await consensusOf([activity]);
    await consensusOf([activity]);
    expect(asked.filter((path) => path === 'get_policy_evaluations')).toHaveLength(1);
    const voted = { ...activity, votes: [...activity.votes, voteOf(BOB, 'Bob', bobKey, '{}')] };
    const stands = await consensusOf([voted]);
    expect(asked.filter((path) => path === 'get_policy_evaluations')).toHaveLength(2);
    expect(stands.get(activity.id)?.ways).toMatchObject([{ have: 2, need: 2 }]);
  });

  it('asks about no more than 25 new ones at a time', async () => {
    const { consensusOf, asked } = rows();
    const many = Array.from({ length: 30 }, (_, index) => ({ ...activity, id: `a${index}` }));
    expect((await consensusOf(many)).size).toBe(25);
    expect((await consensusOf(many)).size).toBe(30);
    expect(asked.filter((path) => path === 'get_policy_evaluations')).toHaveLength(30);
  });

  it('leaves the list without it where the service refuses', async () => {
    const { consensusOf } = rows(new AppError('REQUEST_NOT_AUTHORIZED', 'No.', 'Ask.'));
    expect(await consensusOf([activity])).toEqual(new Map());
  });
});
