// Of a large organization: the console answers meanwhile, and the answer comes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parsePolicies } from '#main/governance/policies/parse-rules.ts';
import { reachesOf, requestKinds } from '#main/governance/policies/who-can.ts';
import type { PolicyRecord } from '#protocol/catalogue/policies.ts';
import { decide } from '#protocol/policies/decide.ts';
import type { Voter } from '#protocol/policies/evaluate-policy.ts';

const handOf = (n: number): Voter => ({
  userId: `user-${n}`,
  user: { id: `user-${n}`, tags: [], email: '', alias: `User ${n}` },
  credential: { id: `key-${n}`, user_id: `user-${n}`, type: '', credential_id: '', public_key: '' },
});
const address = (n: number): string => `0x${String(n).padStart(40, '0')}`;
const policies = async (count: number, consensusOf: (n: number) => string) => {
  const records = Array.from({ length: count }, (_, n) => ({
    ...{ policyId: `policy-${n}`, policyName: `Policy ${n}`, notes: '' },
    effect: n % 10 === 0 ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
    condition: `eth.tx.to == '${address(n)}' && eth.tx.value < ${n}`,
    consensus: consensusOf(n),
  }));
  return (await parsePolicies(records as unknown as PolicyRecord[])).flatMap((policy) => policy ?? []);
};
const ethereum = requestKinds(1_000).find(({ name }) => name === 'Sign a transaction (Ethereum)');

describe('who can do something in a large organization', () => {
  let turns: number;
  let running: boolean;
  beforeEach(() => {
    [turns, running] = [0, true];
    // Each look at the time is a millisecond later than the one before.
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
    const turn = (): void => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
  });
  afterEach(() => {
    running = false;
    vi.restoreAllMocks();
  });

  it('leaves others their turn while one person is looked at', async () => {
    const electorate = Array.from({ length: 300 }, (_, n) => handOf(n));
    const rule = {
      ...{ electorate, rootQuorum: { threshold: 1, userIds: [] } },
      policies: await policies(300, (n) => `approvers.any(user, user.id == 'user-${n}')`),
    };
    if (ethereum === undefined) throw new Error('there is such a kind');
    const [reach] = await reachesOf([[handOf(7)]], ethereum, rule);
    expect(reach?.power).toBe('alone_for_some');
    expect(reach?.allowedBy).toContain('policy-7');
    expect(turns).toBeGreaterThan(20);
  });

  it('ends in the middle once nobody waits for the answer any more', async () => {
    const electorate = Array.from({ length: 300 }, (_, n) => handOf(n));
    const rule = {
      ...{ electorate, rootQuorum: { threshold: 1, userIds: [] } },
      policies: await policies(300, (n) => `approvers.any(user, user.id == 'user-${n}')`),
    };
    if (ethereum === undefined) throw new Error('there is such a kind');
    let looks = 0;
    const requireOpen = (): void => {
      looks += 1;
      if (looks === 3) throw new Error('locked');
    };
    await expect(reachesOf([[handOf(7)]], ethereum, rule, requireOpen)).rejects.toThrow('locked');
    expect(looks).toBe(3);
  });

  it('says of everybody what the decision says that nothing was answered before', async () => {
    const electorate = Array.from({ length: 12 }, (_, n) => handOf(n));
    const consensuses = [
      `approvers.any(user, user.id == 'user-3')`,
      'approvers.count() >= 2',
      'credentials.count() >= 13',
      `approvers[0].id == 'user-5'`,
      `approvers.all(user, user.alias != 'User 4')`,
    ];
    const rule = {
      ...{ electorate, rootQuorum: { threshold: 2, userIds: ['user-1', 'user-2'] } },
      policies: await policies(20, (n) => consensuses[n % consensuses.length] ?? 'true'),
    };
    if (ethereum === undefined) throw new Error('there is such a kind');
    const reaches = await reachesOf(
      electorate.map((hand) => [hand]),
      ethereum,
      rule,
    );
    for (const [n, { allowedBy, deniedBy }] of reaches.entries()) {
      const anew = ethereum.environments.map((condition) =>
        decide({
          ...rule,
          ...{ rootOnly: false, condition, approvals: [handOf(n)], rejections: [] },
        }),
      );
      const said = (...outcomes: string[]) =>
        anew.flatMap((each) => each.policies.filter(({ outcome }) => outcomes.includes(outcome)));
      const ids = (list: { policyId: string }[]) => list.map(({ policyId }) => policyId);
      expect(allowedBy).toEqual(
        expect.arrayContaining(ids(said('OUTCOME_ALLOW', 'OUTCOME_REQUIRES_CONSENSUS'))),
      );
      expect(deniedBy).toEqual(expect.arrayContaining(ids(said('OUTCOME_DENY_EXPLICIT'))));
    }
    // One of each consensus, as of the approvals of whoever asks, and all others behind.
    const allowing = reaches.map(({ allowedBy }) =>
      [1, 2, 3, 4, 5].map((n) => allowedBy.includes(`policy-${n}`)),
    );
    expect(allowing[5]).toEqual([true, true, true, true, true]);
    expect(allowing[6]).toEqual([true, true, false, true, true]);
  });
});
