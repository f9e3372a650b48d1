import { describe, expect, it } from 'vitest';
import { type Rule, rulesOf, standingWith } from '#main/governance/votes/vote-standing.ts';
import { updateUserName } from '#protocol/catalogue/users.ts';
import type { Activity } from '#protocol/activity.ts';
import { ALICE, BOB, bobKey, voteOf, waitingActivity } from '../../features/activities/fake-activity.ts';

const CAROL = '01990000-0000-7000-8000-00000000000c';
const DAVE = '01990000-0000-7000-8000-00000000000d';
const everybody = [ALICE, BOB, CAROL, DAVE];
const users = [
  { userId: ALICE, userName: 'Alice' },
  { userId: BOB, userName: 'Bob' },
  { userId: CAROL, userName: 'Carol' },
  { userId: DAVE, userName: 'Dave' },
];
type Organization = Parameters<typeof rulesOf>[0];
const organization = (threshold: number, userIds: readonly string[], policies: object[] = []): Organization =>
  ({ users, rootQuorum: { threshold, userIds }, policies }) as unknown as Organization;

const request = waitingActivity(updateUserName, { userId: BOB, userName: 'Robert' });
const votedBy = (...rejecters: readonly string[]): Activity => ({
  ...request,
  votes: [
    ...request.votes,
    ...rejecters.map((id) => voteOf(id, id, bobKey, '{}', 'VOTE_SELECTION_REJECTED')),
  ],
});
const policy = (need: number | null): Rule => ({ name: '“Payouts”', need, members: everybody });
const root = (need: number, members: readonly string[]): Rule => ({ name: 'Root quorum', need, members });

const reject = (activity: Activity, rules: Rule[]) =>
  standingWith(activity, organization(9, []), rules, { userId: CAROL, approves: false });
const approve = (activity: Activity, rules: Rule[]) =>
  standingWith(activity, organization(9, []), rules, { userId: CAROL, approves: true });

describe('what a rejection does', () => {
  it('ends a request that too few are left to approve', () => {
    const { effect } = reject(votedBy(BOB), [policy(3), root(2, [BOB])]);
    expect(effect).toEqual({
      title: 'Your vote ends this request',
      text: 'Only 2 of the 3 required approvals would still be possible. A new request is needed.',
      decides: true,
    });
  });

  it('ends a request that as many reject as could have approved it', () => {
    expect(reject(votedBy(BOB), [policy(2), root(9, [])]).effect?.decides).toBe(true);
  });

  it('leaves a request open that the others, or the root quorum, can still approve', () => {
    expect(reject(request, [policy(3), root(2, [])]).effect).toMatchObject({
      decides: false,
      text: '“Payouts” requires 3 approvals, and 3 people can still give one.',
    });
    expect(reject(votedBy(BOB), [policy(3), root(2, [ALICE, DAVE])]).effect?.decides).toBe(false);
  });

  it('says nothing where a policy has a condition of its own', () => {
    expect(reject(request, [policy(null), root(2, [])]).effect).toBeNull();
  });
});

describe('what an approval does', () => {
  it('completes a request that it is the last for', () => {
    expect(approve(request, [policy(2), root(9, [])]).effect).toMatchObject({
      title: 'Your vote completes this request',
      decides: true,
    });
  });

  it('counts towards what the nearest rule requires', () => {
    expect(approve(request, [policy(4), root(3, [ALICE, BOB, CAROL])]).effect).toMatchObject({
      text: '2 of the 3 approvals that Root quorum requires are given with yours.',
      decides: false,
    });
  });
});

it('lists who voted, who did not yet, and the voter last', () => {
  const { voters, approvals, rejections, required } = standingWith(
    votedBy(BOB),
    organization(2, [ALICE]),
    [policy(3), root(2, [ALICE])],
    { userId: CAROL, approves: false },
  );
  expect(voters.map(({ name, vote, isSelf, requested }) => [name, vote, isSelf, requested])).toEqual([
    ['Alice', 'approved', false, true],
    ['Bob', 'rejected', false, false],
    ['Dave', 'none', false, false],
    ['Carol', 'none', true, false],
  ]);
  expect([approvals, rejections, required]).toEqual([1, 1, 3]);
});

it('takes the policies that wait for votes, and the root quorum', () => {
  const policies = [
    { policyId: 'p', policyName: 'Payouts', consensus: 'approvers.count() >= 3' },
    { policyId: 'q', policyName: 'Other', consensus: 'true' },
  ];
  const evaluations = [
    { policyEvaluations: [{ policyId: 'p', outcome: 'OUTCOME_REQUIRES_CONSENSUS' }] },
  ] as unknown as Parameters<typeof rulesOf>[1];
  expect(rulesOf(organization(2, [ALICE], policies), evaluations)).toEqual([
    { name: '“Payouts”', need: 3, members: everybody },
    { name: 'Root quorum', need: 2, members: [ALICE] },
  ]);
});
