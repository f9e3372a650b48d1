import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONDITION_KEYWORDS, CONSENSUS_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { type Voter, consensusEnvironment } from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { approvalHelps, nothingLooked } from '#protocol/policies/approval-helps.ts';
import type { DecisionInput } from '#protocol/policies/decide.ts';

const hand = (userId: string, tags: string[] = []): Voter => ({
  userId,
  user: { id: userId, tags, alias: userId },
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

  it('attack: says the same of a count behind its number, in as few looks', () => {
    const desk = Array.from({ length: 300 }, (_, index) => hand(`member${index}`, index % 2 ? ['ops'] : []));
    const pairs = [
      ['>=', '<='],
      ['>', '<'],
      ['==', '=='],
      ['!=', '!='],
      ['<', '>'],
      ['<=', '>='],
    ];
    for (const [before, behind] of pairs) {
      const count = "approvers.filter(u, u.tags.contains('ops')).count()";
      const answers = [`${count} ${before} 3`, `3 ${behind} ${count}`].map((consensus) => {
        const looked = nothingLooked();
        const asked = question(consensus, { electorate: desk, approvals: desk.slice(0, 2) });
        return [approvalHelps(asked, 'member299', looked), nothingLooked().left - looked.left];
      });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[1]?.[1]).toBeLessThan(1_000);
    }
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

  it('is right for any consensus that counts, whatever orders of approvals there are', () => {
    const counted = fc
      .tuple(
        fc.constantFrom(['>=', '<='], ['>', '<'], ['==', '=='], ['<', '>']),
        fc.nat(3),
        fc.subarray(['x', 'y', 'z'], { minLength: 1 }),
        fc.boolean(),
      )
      .map(([[operator, turned], count, tags, isTurned]) => {
        const is = tags.map((tag) => `u.tags.contains('${tag}')`).join(' || ');
        const voters = `approvers.filter(u, ${is}).count()`;
        return isTurned ? `${count} ${turned} ${voters}` : `${voters} ${operator} ${count}`;
      });
    const leaf = fc.oneof(
      { weight: 4, arbitrary: counted },
      fc.nat(6).map((id) => `approvers.any(u, u.id == 'v${id}')`),
      fc.constantFrom('x', 'y').map((tag) => `!approvers.all(u, u.tags.contains('${tag}'))`),
      fc.constantFrom('a', 'b').map((type) => `credentials.any(c, c.type == '${type}')`),
    );
    const texts = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc
          .tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any'))
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      ),
    })).any;
    const person = fc.record({ tags: fc.subarray(['x', 'y', 'z']), type: fc.constantFrom('a', 'b') });
    const people = fc.array(person, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(texts, people, fc.nat(2), (text, given, first) => {
        const voters = given.map(({ tags, type }, index) => {
          const voter = hand(`v${index}`, tags);
          return { ...voter, credential: { ...voter.credential, type } };
        });
        const approvals = voters.slice(0, Math.min(first, voters.length - 1));
        const open = voters.slice(approvals.length, -1);
        const own = voters.slice(-1);
        const consensus = parsePolicy(text, CONSENSUS_KEYWORDS);
        const holds = (some: readonly Voter[]): boolean =>
          evaluate(consensus, consensusEnvironment(some)) === true;
        const asked = question(text, { electorate: voters, approvals });
        // What is allowed by now, or can't be by all together, is asked otherwise.
        fc.pre(!holds(approvals) && holds(voters));
        const canHelp = Array.from({ length: 2 ** open.length }, (_, which) => [
          ...approvals,
          ...open.filter((__, index) => ((which >> index) & 1) === 1),
        ]).some((some) => !holds(some) && holds([...some, ...own]));
        expect(approvalHelps(asked, own[0]?.userId ?? '')).toBe(canHelp);
      }),
      { numRuns: 300 },
    );
  });

  it('counts one credential of each: nobody approves with two', () => {
    const key = hand('a');
    const passkey = { ...key, credential: { id: 'passkey of a', user_id: 'a' } };
    expect(helpers(question('credentials.count() >= 2', { electorate: [key, passkey] }))).toEqual([]);
    const open = question('credentials.count() >= 2', { electorate: [key, passkey, b], approvals: [key] });
    expect(helpers(open)).toEqual(['b']);
  });

  it.each([
    "approvers.filter(u, u.tags.contains('ops')).count() >= 300",
    // No counts tell this one: it looks at who was first.
    "approvers.filter(u, u.tags.contains('ops')).count() >= 300 && approvers[0].id != 'x'",
    Array.from({ length: 60 }, (_, index) => `approvers.any(u, u.id == 'member${index}')`).join(' && '),
    Array.from({ length: 60 }, (_, index) => `approvers.any(u, u.id == 'member${index}')`).join(' || '),
  ])('many users with a long consensus do not keep others waiting: %#', (consensus) => {
    const desk = Array.from({ length: 600 }, (_, index) => hand(`member${index}`, ['ops']));
    let looks = 0;
    const watched = desk.map((voter) => ({
      ...voter,
      user: new Proxy(voter.user, {
        get: (user, field) => {
          looks += 1;
          return Reflect.get(user, field) as unknown;
        },
      }),
    }));
    const asked = question(consensus, { electorate: [...watched, c], approvals: watched.slice(1, 2) });
    approvalHelps(asked, 'c');
    approvalHelps(asked, 'member0');
    expect(looks).toBeLessThan(400_000);
  });
});

describe('attack: policies that take long to look through', () => {
  const members = [
    ...Array.from({ length: 300 }, (_, at) => hand(`m${at}`, [`t${at % 12}`, 'staff'])),
    hand('x'),
  ];
  /** Unlike any other; x is counted, and makes none hold. */
  const without = (name: string): string =>
    [
      ...Array.from({ length: 12 }, (_, at) => `approvers.any(u, u.tags.contains('t${at}'))`),
      `(!approvers.any(u, u.id == 'x') || approvers.any(u, u.alias == '${name}') || approvers.any(u, u.tags.contains('staff')))`,
    ].join(' && ');
  const asked = (count: number): DecisionInput => ({
    ...question('true', { electorate: members }),
    policies: Array.from({ length: count }, (_, at) => ({
      ...{ policyId: `p${at}`, effect: 'EFFECT_ALLOW' as const },
      consensus: parsePolicy(without(`nobody ${at}`), CONSENSUS_KEYWORDS),
      condition: parsePolicy('true', CONDITION_KEYWORDS),
    })),
  });

  it('many of their own consensus: all of them together are looked at so far, and then it is a yes', () => {
    const looked = nothingLooked();
    const most = looked.left;
    expect(approvalHelps(asked(1), 'x', nothingLooked())).toBe(false);
    expect(approvalHelps(asked(20), 'x', looked)).toBe(true);
    expect(looked.left).toBeLessThan(0);
    expect(looked.left).toBeGreaterThan(-most);
    // The next question has only what is left.
    expect(approvalHelps(asked(1), 'x', looked)).toBe(true);
    expect(looked.left).toBeGreaterThan(-most);
  });

  it('conditions of many things: they share the work of one decision', () => {
    const work = { left: 100 };
    const input = { ...asked(50), work };
    const inputs = Array.from({ length: 100 }, () => input);
    expect(inputs.every((each) => approvalHelps(each, 'm1'))).toBe(true);
    expect(work.left).toBeGreaterThan(-100_000);
  });
});
