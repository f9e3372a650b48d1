import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy, Voter } from '#protocol/policies/evaluate-policy.ts';
import { CONDITION_KEYWORDS, CONSENSUS_KEYWORDS, TIME_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { HexText, Instant, type Struct } from '#protocol/policies/value.ts';
import {
  type DecisionInput,
  beginDecision,
  beginOpenDecision,
  decide,
  decideOpen,
  decideOverAll,
} from '#protocol/policies/decide.ts';

const hand = (userId: string, tags: string[] = [], key = 'key'): Voter => ({
  userId,
  user: { id: userId, tags },
  credential: {
    id: `${userId}-${key}`,
    user_id: userId,
    type: 'CREDENTIAL_TYPE_API_KEY_P256',
    public_key: key,
  },
});
const [root1, root2, root3] = [hand('root1'), hand('root2'), hand('root3')];
const [ops1, ops2, ops3] = [hand('ops1', ['ops']), hand('ops2', ['ops']), hand('ops3', ['ops'])];
const guest = hand('guest');
const electorate = [root1, root2, root3, ops1, ops2, ops3, guest];

const policy = (
  policyId: string,
  effect: 'allow' | 'deny',
  { consensus, condition, time }: { consensus?: string; condition?: string; time?: string } = {},
): Policy => ({
  policyId,
  effect: effect === 'allow' ? 'EFFECT_ALLOW' : 'EFFECT_DENY',
  ...(consensus === undefined ? {} : { consensus: parsePolicy(consensus, CONSENSUS_KEYWORDS) }),
  ...(condition === undefined ? {} : { condition: parsePolicy(condition, CONDITION_KEYWORDS) }),
  ...(time === undefined ? {} : { time: parsePolicy(time, TIME_KEYWORDS) }),
});
const inputOf = (question: Partial<DecisionInput>): DecisionInput => ({
  rootQuorum: { threshold: 2, userIds: ['root1', 'root2', 'root3'] },
  rootOnly: false,
  policies: [],
  condition: {
    activity: {
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      kind: 'SIGN_TRANSACTION',
      resource: 'PRIVATE_KEY',
      action: 'SIGN',
      params: {},
    },
    time: { now: new Instant(Date.UTC(2026, 0, 15)) },
  },
  approvals: [],
  rejections: [],
  electorate,
  ...question,
});
const ask = (question: Partial<DecisionInput>, decideOne = decide) => decideOne(inputOf(question));
const outcome = (question: Partial<DecisionInput>): string => ask(question).outcome;
const afterVote = (question: Partial<DecisionInput>): string => ask(question, decideOpen).outcome;

const TWO_OPS = "approvers.filter(u, u.tags.contains('ops')).count() >= 2";
const signing = policy('signing', 'allow', { consensus: TWO_OPS, condition: "activity.action == 'SIGN'" });
const guestMay = policy('guest', 'allow', { consensus: "approvers.any(u, u.id == 'guest')" });
const denyAll = policy('deny', 'deny', { condition: "activity.action == 'SIGN'" });
const broken = policy('broken', 'allow', { condition: "eth.tx.to == '0x' || activity.action == 'SIGN'" });

describe('the root quorum', () => {
  it('allows when it is met, and no policy is asked', () => {
    expect(ask({ approvals: [root1, root2], policies: [denyAll] })).toEqual({
      outcome: 'OUTCOME_ALLOW',
      policies: [],
    });
  });

  it('needs consensus while one of its members has begun', () => {
    expect(outcome({ approvals: [root1] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
  });

  it('is not ended by a deny policy at its first vote: locking the root out by policy', () => {
    expect(ask({ approvals: [root1], policies: [denyAll] })).toEqual({
      outcome: 'OUTCOME_REQUIRES_CONSENSUS',
      policies: [{ policyId: 'deny', outcome: 'OUTCOME_DENY_EXPLICIT' }],
    });
  });

  it('counts a user once: one user with two keys', () => {
    const approvals = [root1, hand('root1', [], 'second key')];
    expect(outcome({ approvals })).toBe('OUTCOME_REQUIRES_CONSENSUS');
  });

  it('counts a member once, however often the quorum names it', () => {
    const rootQuorum = { threshold: 2, userIds: ['root1', 'root1'] };
    expect(outcome({ approvals: [root1], rootQuorum })).toBe('OUTCOME_DENY_IMPLICIT');
  });

  it('is never met by nobody: a threshold of zero', () => {
    const rootQuorum = { threshold: 0, userIds: ['root1'] };
    expect(outcome({ approvals: [guest], rootQuorum })).toBe('OUTCOME_DENY_IMPLICIT');
  });

  it('cannot be waited for when its members are gone', () => {
    expect(outcome({ approvals: [root1], electorate: [root1, guest] })).toBe('OUTCOME_DENY_IMPLICIT');
  });

  it('alone decides where only it may: a policy that grants root operations', () => {
    const question = { rootOnly: true, policies: [guestMay] };
    expect(ask({ ...question, approvals: [guest] })).toEqual({
      outcome: 'OUTCOME_DENY_IMPLICIT',
      policies: [],
    });
    expect(outcome({ ...question, approvals: [root1] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
    expect(outcome({ ...question, approvals: [root1, root3] })).toBe('OUTCOME_ALLOW');
  });
});

describe('policies', () => {
  it('deny when there is none', () => {
    expect(outcome({ approvals: [guest] })).toBe('OUTCOME_DENY_IMPLICIT');
  });

  it('allow one who may alone', () => {
    expect(ask({ approvals: [guest], policies: [guestMay] })).toEqual({
      outcome: 'OUTCOME_ALLOW',
      policies: [{ policyId: 'guest', outcome: 'OUTCOME_ALLOW' }],
    });
  });

  it('need consensus until enough have approved', () => {
    const policies = [signing];
    expect(outcome({ policies, approvals: [ops1] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
    expect(outcome({ policies, approvals: [ops1, ops3] })).toBe('OUTCOME_ALLOW');
    expect(outcome({ policies, approvals: [ops1, hand('ops1', ['ops'], 'second key')] })).toBe(
      'OUTCOME_REQUIRES_CONSENSUS',
    );
  });

  it('allow nothing that nobody approves: a consensus that holds of nobody', () => {
    const desk = policy('desk', 'allow', { consensus: "approvers.all(u, u.tags.contains('desk'))" });
    const rootQuorum = { threshold: 3, userIds: ['root1', 'root2', 'root3'] };
    // An approval would have ended it as rejected, though nobody rejected.
    expect(afterVote({ policies: [desk], rootQuorum, approvals: [root1, root2] })).toBe(
      'OUTCOME_REQUIRES_CONSENSUS',
    );
    // And rejections of all would have left it open.
    const rejections = [root1, root2];
    expect(afterVote({ policies: [desk], approvals: [root1], rejections })).toBe('OUTCOME_REJECTED');
  });

  it('do not wait for what cannot come', () => {
    expect(outcome({ policies: [signing], approvals: [ops1], electorate: [ops1, guest] })).toBe(
      'OUTCOME_DENY_IMPLICIT',
    );
  });

  it('deny before they allow, whatever their order', () => {
    for (const policies of [
      [guestMay, denyAll],
      [denyAll, guestMay],
    ]) {
      expect(outcome({ policies, approvals: [guest] })).toBe('OUTCOME_DENY_EXPLICIT');
    }
  });

  it('that deny apply to whom their consensus names', () => {
    const denyGuest = policy('deny-guest', 'deny', { consensus: "approvers.any(u, u.id == 'guest')" });
    const everyone = policy('all', 'allow', { consensus: 'true' });
    expect(outcome({ policies: [denyGuest, everyone], approvals: [guest] })).toBe('OUTCOME_DENY_EXPLICIT');
    expect(outcome({ policies: [denyGuest, everyone], approvals: [ops1] })).toBe('OUTCOME_ALLOW');
  });

  it('that end in an error allow nothing, and the others still count', () => {
    expect(ask({ policies: [broken], approvals: [guest] })).toEqual({
      outcome: 'OUTCOME_DENY_IMPLICIT',
      policies: [{ policyId: 'broken', outcome: 'OUTCOME_ERROR' }],
    });
    expect(outcome({ policies: [broken, guestMay], approvals: [guest] })).toBe('OUTCOME_ALLOW');
  });

  describe('that deny and end in an error', () => {
    const everyone = policy('all', 'allow', { consensus: 'true' });
    const noTransfers = (more: { consensus?: string } = {}) =>
      policy('no-transfers', 'deny', { condition: "eth.tx.data[0..10] == '0xa9059cbb'", ...more });
    const transaction = (fields: Struct): Struct => ({
      activity: { type: '', kind: 'SIGN_TRANSACTION', resource: 'PRIVATE_KEY', action: 'SIGN', params: {} },
      eth: { tx: fields },
      time: { now: new Instant(Date.UTC(2026, 0, 15)) },
    });
    const short = transaction({ data: new HexText('0x') });

    it('attack: calldata too short for the slice does not slip past a deny policy', () => {
      expect(ask({ policies: [noTransfers(), everyone], approvals: [guest], condition: short })).toEqual({
        outcome: 'OUTCOME_DENY_EXPLICIT',
        policies: [
          { policyId: 'no-transfers', outcome: 'OUTCOME_DENY_EXPLICIT' },
          { policyId: 'all', outcome: 'OUTCOME_ALLOW' },
        ],
      });
    });

    it('attack: an envelope without the field that a deny policy asks for does not slip past it', () => {
      const costly = policy('costly', 'deny', { condition: 'eth.tx.max_fee_per_gas > 100' });
      const legacy = transaction({ gas_price: 1_000_000n });
      expect(outcome({ policies: [costly, everyone], approvals: [guest], condition: legacy })).toBe(
        'OUTCOME_DENY_EXPLICIT',
      );
    });

    it('attack: a list too long to be looked through does not slip past a deny policy', () => {
      const long = Array.from({ length: 100_001 }, () => 'a');
      const denied = policy('denied', 'deny', {
        condition: "activity.params.user_ids.any(id, id == 'root1')",
      });
      const condition = { activity: { type: '', kind: 'DELETE_USERS', params: { user_ids: long } } };
      expect(outcome({ policies: [denied, everyone], approvals: [guest], condition })).toBe(
        'OUTCOME_DENY_EXPLICIT',
      );
    });

    it('leave requests of another kind alone: those without the keyword or the parameter', () => {
      const deleting = policy('deleting', 'deny', {
        condition: "activity.kind == 'DELETE_USERS' && activity.params.user_ids.contains('root1')",
      });
      expect(ask({ policies: [noTransfers(), deleting, everyone], approvals: [guest] })).toEqual({
        outcome: 'OUTCOME_ALLOW',
        policies: [
          { policyId: 'no-transfers', outcome: 'OUTCOME_ERROR' },
          { policyId: 'deleting', outcome: 'OUTCOME_ERROR' },
          { policyId: 'all', outcome: 'OUTCOME_ALLOW' },
        ],
      });
    });

    it('leave those alone whom their consensus does not name', () => {
      const forGuest = noTransfers({ consensus: "approvers.any(u, u.id == 'guest')" });
      const decided = (hand: Voter) =>
        outcome({ policies: [forGuest, everyone], approvals: [hand], condition: short });
      expect([decided(guest), decided(ops1)]).toEqual(['OUTCOME_DENY_EXPLICIT', 'OUTCOME_ALLOW']);
    });

    it('do not bind the root quorum', () => {
      const question = { policies: [noTransfers(), everyone], condition: short };
      expect(outcome({ ...question, approvals: [root1] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
      expect(outcome({ ...question, approvals: [root1, root2] })).toBe('OUTCOME_ALLOW');
    });
  });

  it('take part only in their time', () => {
    const past = policy('past', 'allow', { time: "time.now < Timestamp('2026-01-01T00:00:00Z')" });
    const now = policy('now', 'allow', { time: "time.now >= Timestamp('2026-01-01T00:00:00Z')" });
    expect(ask({ policies: [past], approvals: [guest] })).toEqual({
      outcome: 'OUTCOME_DENY_IMPLICIT',
      policies: [{ policyId: 'past', outcome: 'OUTCOME_TIME_INACTIVE' }],
    });
    expect(outcome({ policies: [now], approvals: [guest] })).toBe('OUTCOME_ALLOW');
  });

  it('see the credentials used', () => {
    const passkey = policy('passkey', 'allow', {
      consensus: "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
    });
    expect(outcome({ policies: [passkey], approvals: [guest] })).toBe('OUTCOME_DENY_IMPLICIT');
  });
});

describe('rejections', () => {
  it('end what those who rejected could have allowed', () => {
    const rootQuorum = { threshold: 1, userIds: ['root1', 'root2'] };
    const question = { rootQuorum, policies: [signing], approvals: [ops1] };
    expect(afterVote({ ...question, rejections: [root1] })).toBe('OUTCOME_REJECTED');
    expect(afterVote({ ...question, rejections: [ops2, ops3] })).toBe('OUTCOME_REJECTED');
  });

  it('leave open what others can still allow', () => {
    expect(afterVote({ policies: [signing], approvals: [ops1], rejections: [ops2] })).toBe(
      'OUTCOME_REQUIRES_CONSENSUS',
    );
    expect(afterVote({ approvals: [root1], rejections: [root2] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
  });

  it('end what nobody else can allow any more', () => {
    expect(afterVote({ approvals: [root1], rejections: [root2], electorate: [root1, root2] })).toBe(
      'OUTCOME_REJECTED',
    );
    const policies = [signing];
    expect(afterVote({ policies, approvals: [ops1], rejections: [ops2], electorate: [ops1, ops2] })).toBe(
      'OUTCOME_REJECTED',
    );
  });

  it('attack: a request whose values use up the work of a decision is ended by anybody’s rejection', () => {
    const question = { policies: [signing], approvals: [ops1], rejections: [guest] };
    const among = [ops1, ops2, ops3, guest];
    expect(afterVote({ ...question, electorate: among })).toBe('OUTCOME_REQUIRES_CONSENSUS');
    expect(afterVote({ ...question, electorate: among, work: { left: 0 } })).toBe(
      'OUTCOME_REQUIRES_CONSENSUS',
    );
  });

  it('take back an approval, and leave the request to the others', () => {
    const question = { approvals: [root1], rejections: [root1] };
    expect(afterVote(question)).toBe('OUTCOME_REQUIRES_CONSENSUS');
    expect(afterVote({ ...question, electorate: [root1, root2] })).toBe('OUTCOME_REJECTED');
  });

  it('leave open what nobody approves of at the moment and others can allow', () => {
    expect(afterVote({ rejections: [root1] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
    expect(afterVote({ policies: [signing], rejections: [ops1] })).toBe('OUTCOME_REQUIRES_CONSENSUS');
    // By no policy any more, but still by the root quorum.
    const question = { policies: [signing], rejections: [ops1, guest], approvals: [ops2] };
    expect(afterVote({ ...question, electorate: [ops1, ops2, root1, root2] })).toBe(
      'OUTCOME_REQUIRES_CONSENSUS',
    );
  });

  it('do not let a deny policy end what the root quorum can still allow', () => {
    const question = { policies: [denyAll], approvals: [root1], rejections: [root1] };
    expect(afterVote(question)).toBe('OUTCOME_DENY_EXPLICIT');
    expect(afterVote({ ...question, electorate: [root1, root2] })).toBe('OUTCOME_REJECTED');
  });

  it('of users without a say change nothing', () => {
    expect(afterVote({ policies: [signing], approvals: [ops1], rejections: [guest] })).toBe(
      'OUTCOME_REQUIRES_CONSENSUS',
    );
  });
});

describe('decide', () => {
  const subsets = fc.subarray(electorate);
  const policies = fc.subarray([signing, guestMay, denyAll, broken]);

  it('allows only by quorum, or by an allow policy with no deny in force', () => {
    fc.assert(
      fc.property(subsets, subsets, policies, (approvals, rejections, chosen) => {
        const decision = ask({ approvals, rejections, policies: chosen }, decideOpen);
        if (decision.outcome !== 'OUTCOME_ALLOW') return;
        const counted = approvals.filter((vote) => !rejections.includes(vote));
        const roots = counted.filter(({ userId }) => userId.startsWith('root')).length;
        const allowed = decision.policies.some(({ outcome: said }) => said === 'OUTCOME_ALLOW');
        const denied = decision.policies.some(({ outcome: said }) => said === 'OUTCOME_DENY_EXPLICIT');
        expect(roots >= 2 || (allowed && !denied)).toBe(true);
      }),
    );
  });

  it('never asks for votes that could not help', () => {
    fc.assert(
      fc.property(subsets, policies, (approvals, chosen) => {
        if (outcome({ approvals, policies: chosen }) !== 'OUTCOME_REQUIRES_CONSENSUS') return;
        expect(outcome({ approvals: electorate, policies: chosen })).toBe('OUTCOME_ALLOW');
      }),
    );
  });
});

describe('a decision that is begun without the electorate', () => {
  const policies = [
    signing,
    guestMay,
    policy('anybody', 'allow', { condition: "activity.action == 'SIGN'" }),
    policy('nobody', 'allow', { consensus: 'approvers.count() > 9' }),
    policy('other', 'allow', { condition: "activity.action == 'DELETE'" }),
    policy('over', 'allow', { time: "time.now < Timestamp('2020-01-01T00:00:00Z')" }),
    broken,
    policy('not ops', 'deny', { consensus: "approvers.any(u, u.tags.contains('ops'))" }),
  ];
  const hands = fc.subarray(electorate);
  const asked = fc.record({
    ...{ policies: fc.subarray(policies), rootOnly: fc.boolean() },
    ...{ approvals: hands, rejections: hands },
  });

  it.each([
    ['a new request', beginDecision, decide],
    ['one that is open', beginOpenDecision, decideOpen],
  ])(
    'over %s is the same as with it, and comes out alone only where no electorate changes it (property)',
    (_what, begin, decideOne) => {
      let alone = 0;
      fc.assert(
        fc.property(fc.array(asked, { minLength: 1, maxLength: 3 }), hands, hands, (given, some, others) => {
          const inputs = (among: readonly Voter[]) => {
            const [first, ...more] = given.map((each) => inputOf({ ...each, electorate: among }));
            if (first === undefined) throw new Error('There is one at least.');
            return [first, ...more] as const;
          };
          const begun = begin(inputs([]));
          const decided = decideOverAll(inputs(some), decideOne);
          expect(begun.among(some)).toEqual(decided);
          expect(begun.among(others)).toEqual(decideOverAll(inputs(others), decideOne));
          if (begun.alone === undefined) return;
          alone += 1;
          expect(begun.alone).toEqual(decided);
        }),
        { numRuns: 500 },
      );
      expect(alone).toBeGreaterThan(20);
    },
  );

  it('needs none where a policy allows what one asks for, and one where others could', () => {
    const begin = (more: Partial<DecisionInput>) => inputOf({ approvals: [guest], ...more });
    expect(beginDecision([begin({ policies: [guestMay] })]).alone?.outcome).toBe('OUTCOME_ALLOW');
    expect(beginDecision([begin({ policies: [] })]).alone?.outcome).toBe('OUTCOME_DENY_IMPLICIT');
    expect(beginDecision([begin({ policies: [guestMay, signing] })]).alone).toBeUndefined();
    expect(beginDecision([begin({ approvals: [root1] })]).alone).toBeUndefined();
  });
});
