// What a policy would have decided of a request of the past: only what is known, and nothing guessed.
import { describe, expect, it } from 'vitest';
import { tryPolicy } from '#main/governance/policies/dry-run.ts';
import { answersOfEverybody } from '#main/governance/policies/everybodys-answers.ts';
import { parseRules } from '#main/governance/policies/parse-rules.ts';
import type { Holdings } from '#main/governance/policies/past-requests.ts';
import { handsOf } from '#main/governance/policies/sample-hands.ts';
import type { Activity } from '#protocol/activity.ts';
import { updateWallet } from '#protocol/catalogue/wallets.ts';
import type { User } from '#protocol/catalogue/users.ts';
import type { Policy } from '#protocol/policies/evaluate-policy.ts';
import { ALICE, BOB, aliceKey, bobKey, waitingActivity } from '../../features/activities/fake-activity.ts';

const WALLET = '01990000-0000-7000-8000-0000000000aa';
const user = (userId: string, userName: string, publicKey: string): User =>
  ({
    ...{ userId, userName, userEmail: null, userPhoneNumber: null, userTags: [] },
    apiKeys: [
      {
        ...{ apiKeyId: `key of ${userName}`, apiKeyName: userName },
        credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
        ...{ createdAt: '2026-11-20T09:30:00.000Z' },
      },
    ],
    ...{ authenticators: [], oauthProviders: [] },
    ...{ createdAt: '2026-11-20T09:30:00.000Z', updatedAt: '2026-11-20T09:30:00.000Z' },
  }) as unknown as User;
const held: Holdings = {
  users: [user(ALICE, 'Alice', aliceKey.publicKey), user(BOB, 'Bob', '02bb')],
  ...{ privateKeys: [], accounts: [] },
  wallets: [{ walletId: WALLET, walletName: 'Payroll', imported: false, exported: true } as never],
};
const asked: Activity = waitingActivity(updateWallet, { walletId: WALLET, walletName: 'Salaries' });
const policy = (
  policyId: string,
  effect: Policy['effect'],
  text: { condition?: string; consensus?: string; time?: string },
): Policy => ({
  policyId,
  ...parseRules({
    ...{ effect, condition: null, consensus: null, time: null },
    ...text,
  }),
});
const allow = policy('all', 'EFFECT_ALLOW', {});
const verdict = (tried: Policy, policies: readonly Policy[] = [allow], more: object = {}) =>
  tryPolicy(
    asked,
    { ...held, ...more },
    {
      rootQuorum: { threshold: 1, userIds: [BOB] },
      electorate: held.users.flatMap(handsOf),
      isWhole: true,
      ...{ policies, tried, ...more },
    },
  );
const denied = { kind: 'changed', before: 'OUTCOME_ALLOW', after: 'OUTCOME_DENY_EXPLICIT' };

describe('a policy tried on a request', () => {
  it.each([
    ["wallet.label == 'Payroll' && wallet.exported", denied],
    ["wallet.label == 'Salaries'", { kind: 'same' }],
    [`activity.kind == 'UPDATE_WALLET' && wallet.id == '${WALLET}'`, denied],
    ["activity.params.wallet_name == 'Salaries'", { kind: 'same' }],
    ['private_key.exported', { kind: 'same' }],
  ])('that denies what has %s', (condition, expected) => {
    expect(verdict(policy('', 'EFFECT_DENY', { condition }))).toEqual(expected);
  });

  it('counts the approvals that were given, by the credential used', () => {
    const two = policy('all', 'EFFECT_ALLOW', { consensus: 'approvers.count() >= 2' });
    expect(verdict(two)).toEqual({ ...denied, after: 'OUTCOME_REQUIRES_CONSENSUS' });
    const byKey = policy('all', 'EFFECT_ALLOW', {
      consensus: `credentials.any(item, item.public_key == '${aliceKey.publicKey}')`,
    });
    expect(verdict(byKey)).toEqual({ kind: 'same' });
    const rotated = [user(ALICE, 'Alice', '02cc')];
    expect(verdict(byKey, [allow], { users: rotated })).toEqual({ kind: 'unclear' });
    // Who approved is known all the same.
    expect(verdict(two, [allow], { users: rotated })).toMatchObject({ kind: 'changed' });
    expect(verdict(two, [allow], { users: [] })).toEqual({ kind: 'unclear' });
  });

  it('says of many requests what it says of each by itself, also where it is about the order of approvals', async () => {
    const users = [user(ALICE, 'Alice', aliceKey.publicKey), user(BOB, 'Bob', bobKey.publicKey)];
    const byBob = {
      ...asked,
      votes: asked.votes.map((vote) => ({ ...vote, userId: BOB, publicKey: bobKey.publicKey })),
    };
    const consensuses = [
      'approvers.count() >= 2',
      `approvers[0].id == '${ALICE}'`,
      `approvers.any(user, user.id == '${BOB}')`,
      'credentials.count() >= 3',
      'credentials.count() >= 4',
      `approvers[0].id == '${ALICE}' && approvers.count() >= 2`,
    ];
    const requests = [asked, byBob, asked, byBob];
    const all: unknown[] = [];
    for (const now of consensuses)
      for (const then of consensuses) {
        const [was, tried] = [now, then].map((consensus) => policy('all', 'EFFECT_ALLOW', { consensus }));
        if (was === undefined || tried === undefined) throw new Error('there are two');
        const other = policy('other', 'EFFECT_ALLOW', { consensus: consensuses[4] ?? '' });
        const change = {
          ...{ rootQuorum: { threshold: 1, userIds: [] }, electorate: users.flatMap(handsOf), isWhole: true },
          ...{ policies: [was, other], tried },
        };
        const known = await answersOfEverybody([was, other, tried], change.electorate, () =>
          Promise.resolve(),
        );
        const verdicts = requests.map((each) => tryPolicy(each, { ...held, users }, change, known));
        expect(verdicts).toEqual(requests.map((each) => tryPolicy(each, { ...held, users }, change)));
        all.push(...verdicts);
      }
    expect(all).toContainEqual({
      ...{ kind: 'changed', before: 'OUTCOME_ALLOW', after: 'OUTCOME_REQUIRES_CONSENSUS' },
    });
    expect(all).toContainEqual({ kind: 'same' });
  });

  it('takes the time at which it was asked', () => {
    const before = policy('', 'EFFECT_DENY', { time: "time.now < Timestamp('2026-11-21T10:00:00Z')" });
    const after = policy('', 'EFFECT_DENY', { time: "time.now > Timestamp('2026-11-21T10:00:00Z')" });
    expect([verdict(before), verdict(after)]).toEqual([denied, { kind: 'same' }]);
  });

  it('is the same where the root quorum decides', () => {
    const rootQuorum = { threshold: 1, userIds: [ALICE] };
    expect(verdict(policy('', 'EFFECT_DENY', {}), [allow], { rootQuorum })).toEqual({ kind: 'same' });
  });

  it('is told by nothing that is gone: a wallet that it or another policy speaks of, a policy not read', () => {
    const gone = { wallets: [] };
    const onWallet = policy('', 'EFFECT_DENY', { condition: "wallet.label == 'Payroll'" });
    const onKind = policy('', 'EFFECT_DENY', { condition: "activity.kind == 'UPDATE_WALLET'" });
    expect(verdict(onWallet, [allow], gone)).toEqual({ kind: 'unclear' });
    expect(verdict(onKind, [allow], gone)).toEqual(denied);
    expect(verdict(onKind, [allow, { ...onWallet, policyId: 'other' }], gone)).toEqual({ kind: 'unclear' });
    expect(verdict(onKind, [allow], { isWhole: false })).toEqual({ kind: 'unclear' });
  });

  it('says nothing of a request that this console does not know', () => {
    const unknown = { ...asked, type: 'ACTIVITY_TYPE_OF_TOMORROW' };
    const change = { rootQuorum: { threshold: 1, userIds: [BOB] }, electorate: [], isWhole: true };
    expect(tryPolicy(unknown, held, { ...change, policies: [], tried: allow })).toEqual({ kind: 'unclear' });
  });
});
