import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approvalHelps, nothingLooked } from '#protocol/policies/approval-helps.ts';
import { workOfDecision } from '#protocol/policies/evaluate-policy.ts';
import { CONDITION_KEYWORDS, CONSENSUS_KEYWORDS } from '#protocol/policies/keywords.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { type DecisionInput, decide, decideOpen, decideOverAll } from '#protocol/policies/decide.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';

const hand = { userId: 'a', user: { id: 'a' }, credential: { id: 'k' } };
const policy = (policyId: string, effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) => ({
  policyId,
  effect,
  condition: parsePolicy(condition, CONDITION_KEYWORDS),
});
const about = (id: string): DecisionInput => ({
  rootQuorum: { threshold: 1, userIds: ['root'] },
  rootOnly: false,
  policies: [
    policy('allow', 'EFFECT_ALLOW', "secret.id in ['open', 'closed']"),
    policy('deny', 'EFFECT_DENY', "secret.id == 'closed'"),
  ],
  condition: { secret: { id } },
  approvals: [hand],
  rejections: [],
  electorate: [hand],
});

describe('decideOverAll', () => {
  test('one question is decided as ever', () => {
    expect(decideOverAll([about('open')]).outcome).toBe('OUTCOME_ALLOW');
    expect(decideOverAll([about('closed')]).outcome).toBe('OUTCOME_DENY_EXPLICIT');
  });

  test('policy bypass in a batch: what is forbidden does not pass in the company of what is allowed', () => {
    expect(decideOverAll([about('open'), about('closed')]).outcome).toBe('OUTCOME_DENY_EXPLICIT');
    expect(decideOverAll([about('closed'), about('open')]).outcome).toBe('OUTCOME_DENY_EXPLICIT');
    expect(decideOverAll([about('open'), about('unknown')]).outcome).toBe('OUTCOME_DENY_IMPLICIT');
    expect(decideOverAll([about('open'), about('open')]).outcome).toBe('OUTCOME_ALLOW');
  });

  test('attack: what a thousand policies would take for a hundred things is bounded, and what is left over allows nothing', () => {
    const ask = (left: number) => {
      const work = { left };
      const inputs = Array.from({ length: 100 }, () => ({ ...about('open'), work }));
      const [first, ...others] = inputs;
      const outcome = first && decideOverAll([first, ...others]).outcome;
      return { outcome, left: work.left };
    };
    const whole = ask(1_000_000);
    const taken = 1_000_000 - whole.left;
    expect([whole.outcome, taken > 1_000]).toEqual(['OUTCOME_ALLOW', true]);
    const cut = ask(Math.floor(taken / 2));
    expect([cut.outcome, cut.left > -50]).toEqual(['OUTCOME_DENY_EXPLICIT', true]);
  });

  test('a rejection for one of several things ends the request, whatever is said of the others', () => {
    const root = { ...hand, userId: 'root', user: { id: 'root' } };
    // About what is closed a deny holds, which the root quorum could still overrule.
    const closed = { ...about('closed'), rejections: [hand], electorate: [hand, root] };
    const alone = parsePolicy("approvers.any(u, u.id == 'a')", CONSENSUS_KEYWORDS);
    const mayAlone = { policyId: 'alone', effect: 'EFFECT_ALLOW', consensus: alone } as const;
    const open = { ...closed, policies: [mayAlone] };
    expect(decideOverAll([closed], decideOpen).outcome).toBe('OUTCOME_DENY_EXPLICIT');
    expect(decideOverAll([closed, open], decideOpen).outcome).toBe('OUTCOME_REJECTED');
  });

  const CONDITIONS = [
    "activity.kind == 'SIGN'",
    "activity.kind == 'DELETE'",
    "secret.id == 'open'",
    "secret.static_properties['a'] == 'x' || activity.kind == 'SIGN'",
    "wallet.id == 'w'",
    "activity.params.x == '1' && secret.name == 'n'",
  ];
  const CONSENSUS = [
    "approvers.any(u, u.id == 'a')",
    'approvers.count() >= 2',
    "approvers[1].id == 'a'",
    "credentials.all(c, c.id == 'k')",
  ];
  const oneOf = (texts: readonly string[], keywords: typeof CONDITION_KEYWORDS) =>
    fc.constantFrom(...texts.map((text) => parsePolicy(text, keywords)));
  const hands = ['a', 'b', 'root'].map((id) => ({ ...hand, userId: id, user: { id } }));
  const many = fc.record({
    policies: fc.array(
      fc.record({
        policyId: fc.constant('p'),
        effect: fc.constantFrom('EFFECT_ALLOW' as const, 'EFFECT_DENY' as const),
        condition: oneOf(CONDITIONS, CONDITION_KEYWORDS),
        consensus: oneOf(CONSENSUS, CONSENSUS_KEYWORDS),
      }),
      { maxLength: 6 },
    ),
    approvals: fc.subarray(hands),
    rejections: fc.subarray(hands),
    secrets: fc.array(fc.constantFrom('open', 'closed', 'none'), { minLength: 1, maxLength: 5 }),
    left: fc.oneof(fc.constant(1_000_000), fc.nat(200)),
  });

  test('what is remembered of one thing changes no decision about others, nor what it takes', () => {
    fc.assert(
      fc.property(many, ({ secrets, left, ...given }) => {
        const common = { activity: { kind: 'SIGN', params: {} } };
        const said = (work: NonNullable<DecisionInput['work']>) => {
          const [first, ...others] = secrets.map((id): DecisionInput => {
            const secret = { id, static_properties: new Map(id === 'open' ? [['a', 'x']] : []) };
            const condition = id === 'none' ? common : { ...common, secret };
            return { ...about(id), ...given, electorate: hands, condition, work };
          });
          if (first === undefined) return [];
          const looked = nothingLooked();
          const decided = [decide, decideOpen].map((one) => [
            decideOverAll([first, ...others], one),
            work.left,
          ]);
          return [...decided, [first, ...others].map((each) => approvalHelps(each, 'b', looked)), work.left];
        };
        expect(said({ ...workOfDecision(2), left })).toEqual(said({ left }));
      }),
    );
  });

  test('a hundred things are asked about once where all have the same values', () => {
    let reads = 0;
    const read = (value: string): string => {
      reads += 1;
      return value;
    };
    const activity = {
      get type() {
        return read('x');
      },
    };
    const user = {
      get id() {
        return read('b');
      },
    };
    const ofSigning = {
      ...policy('signing', 'EFFECT_ALLOW', "activity.type == 'SIGN'"),
      consensus: parsePolicy(CONSENSUS[0] ?? '', CONSENSUS_KEYWORDS),
    };
    const others = [{ ...hand, user }];
    const work = workOfDecision(100);
    const [first, ...rest] = Array.from({ length: 100 }, (_, at) => ({
      ...about('open'),
      ...{ policies: [...about('open').policies, ofSigning], approvals: others, electorate: others, work },
      condition: { activity, secret: { id: `${at}` } },
    }));
    if (first !== undefined) decideOverAll([first, ...rest]);
    // The activity by its policy, and the only approver by the same one.
    expect(reads).toBe(2);
  });

  test('what ends in an error ends in the same one each time: most policies are for other requests', () => {
    const [missing, noKey] = ["wallet.id == 'w'", "secret.static_properties['a'] == 'x'"].map((text) =>
      parsePolicy(text, CONDITION_KEYWORDS),
    );
    const environment = { secret: { static_properties: new Map<string, string>() } };
    for (const expression of [missing, noKey]) {
      if (expression === undefined) continue;
      const error = evaluate(expression, environment);
      expect(error).toBeInstanceOf(PolicyError);
      expect(evaluate(expression, environment)).toBe(error);
      const over = evaluate(expression, environment, { left: 0 });
      expect(over).toMatchObject({ reason: 'The decision takes too much work.' });
      expect(evaluate(expression, environment, { left: 0 })).toBe(over);
    }
  });
});
