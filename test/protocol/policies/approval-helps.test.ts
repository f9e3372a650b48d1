import { describe, expect, it } from 'vitest';
import { CONSENSUS_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import type { Voter } from '#protocol/policies/evaluate-policy.ts';
import { type DecisionInput, approvalHelps } from '#protocol/policies/decide.ts';

const hand = (userId: string, tags: string[] = []): Voter => ({
  userId,
  user: { id: userId, tags },
  credential: { id: `key of ${userId}`, user_id: userId },
});
const [root1, root2, a, b, c] = [
  hand('root1'),
  hand('root2'),
  hand('a', ['ops']),
  hand('b', ['ops']),
  hand('c'),
];
const electorate = [root1, root2, a, b, c];
const question = (consensus: string, rest: Partial<DecisionInput> = {}): DecisionInput => ({
  rootQuorum: { threshold: 2, userIds: ['root1', 'root2'] },
  rootOnly: false,
  policies: [
    { policyId: 'p', effect: 'EFFECT_ALLOW', consensus: parsePolicy(consensus, CONSENSUS_KEYWORDS) },
  ],
  condition: {},
  approvals: [],
  rejections: [],
  electorate,
  ...rest,
});
const helpers = (asked: DecisionInput): string[] =>
  asked.electorate.map(({ userId }) => userId).filter((userId) => approvalHelps(asked, userId));

describe('approvalHelps', () => {
  it.each([
    ["approvers.any(u, u.id == 'c')", ['root1', 'root2', 'c']],
    ["approvers.filter(u, u.tags.contains('ops')).count() >= 2", ['root1', 'root2', 'a', 'b']],
    [
      "approvers.any(u, u.id == 'c') && approvers.any(u, u.tags.contains('ops'))",
      ['root1', 'root2', 'a', 'b', 'c'],
    ],
    [
      "approvers.any(u, u.id == 'a') && (approvers.any(u, u.id == 'b') || approvers.any(u, u.id == 'c'))",
      ['root1', 'root2', 'a', 'b', 'c'],
    ],
    ["approvers.any(u, u.id == 'gone')", ['root1', 'root2']],
  ])('knows who has a say in %s', (consensus, expected) => {
    expect(helpers(question(consensus))).toEqual(expected);
  });

  it('leaves out whoever has voted, or is not needed any more', () => {
    const consensus = "approvers.any(u, u.tags.contains('ops')) && approvers.any(u, u.id == 'c')";
    expect(helpers(question(consensus, { approvals: [a] }))).toEqual(['root1', 'root2', 'c']);
    expect(helpers(question(consensus, { approvals: [a], rejections: [root1] }))).toEqual(['c']);
    expect(helpers(question(consensus, { approvals: [c], rejections: [a] }))).toEqual([
      'root1',
      'root2',
      'b',
    ]);
  });

  it('lets a further one settle what became allowed while it was open: a consensus that was lowered', () => {
    const lowered = "approvers.filter(u, u.tags.contains('ops')).count() >= 1";
    expect(helpers(question(lowered, { approvals: [a] }))).toEqual(['root1', 'root2', 'b']);
    expect(helpers(question('true', { approvals: [a] }))).toEqual(['root1', 'root2']);
  });

  it('says the same of a desk of a thousand, and asks few questions', () => {
    const desk = Array.from({ length: 1_000 }, (_, index) => hand(`member${index}`, ['ops']));
    const asked = question("approvers.filter(u, u.tags.contains('ops')).count() >= 3", {
      electorate: [...desk, c],
      approvals: desk.slice(0, 1),
    });
    expect(approvalHelps(asked, 'member999')).toBe(true);
    expect(approvalHelps(asked, 'c')).toBe(false);
  });

  it('finds who has a say where others could do it alone, whoever stands between them', () => {
    const crowd = Array.from({ length: 13 }, (_, index) => hand(`other${index}`));
    const [o1, o2, o3] = [hand('o1', ['ops']), hand('o2', ['ops']), hand('o3', ['ops'])];
    const [b1, b2] = [hand('b1', ['admin']), hand('b2', ['admin'])];
    const asked = question(
      "approvers.any(u, u.tags.contains('admin')) || approvers.filter(u, u.tags.contains('ops')).count() >= 3",
      { electorate: [o1, o2, b1, o3, b2, ...crowd] },
    );
    expect(helpers(asked)).toEqual(['o1', 'o2', 'b1', 'o3', 'b2']);
  });

  it('asks the root quorum alone where only it decides', () => {
    expect(helpers(question('true', { rootOnly: true, approvals: [root1] }))).toEqual(['root2']);
  });

  it('takes nobody from outside: the vote of a user without a credential in the organization', () => {
    expect(approvalHelps(question("approvers.any(u, u.id == 'x')"), 'x')).toBe(false);
    expect(approvalHelps(question('true', { electorate: [root1] }), 'root2')).toBe(false);
  });
});
