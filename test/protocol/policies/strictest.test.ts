import { describe, expect, test } from 'vitest';
import { CONDITION_KEYWORDS, CONSENSUS_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { type DecisionInput, decideOpen, decideOverAll } from '#protocol/policies/decide.ts';

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
});
