import type { AloneInput, DecisionInput } from './decide.ts';
import {
  type Voter,
  askedAlone,
  askedAmong,
  consensusEnvironment,
  evaluatePolicy,
  meetsQuorum,
  userIdsOf,
} from './evaluate-policy.ts';
import { evaluate } from './evaluate.ts';
import { type Expression, printExpression } from './expression.ts';

/** What is known so far of one user's say in a proposal; each of its inputs adds to it. */
export interface Looked {
  /** What a consensus says of each who can vote; many policies have one, and inputs of one proposal have the same votes. */
  readonly known: Map<Expression, boolean>;
  /** So many voters and sums of counts may still be looked at, over all of them. */
  left: number;
  /** Whose vote could count, who are the same for all of them. */
  voters?: Voters & { readonly possible: readonly Voter[] };
}

const MOST_LOOKED_IN_ALL = 200_000;
export const nothingLooked = (): Looked => ({ known: new Map(), left: MOST_LOOKED_IN_ALL });

/**
 * Whether a user's approval could help a request that needs consensus: as one of the root quorum, or because with it some
 * allow policy's consensus can hold where without it, it does not. What `canApprove` says. Where a policy allows it by now, it
 * is settled by the next vote of a user who could have helped. A question that takes too much work is answered yes: an extra vote
 * decides nothing.
 * @param input as given to `decide`, of a request that is open
 * @param looked shared by all inputs of one proposal
 */
export function approvalHelps(input: DecisionInput, userId: string, looked = nothingLooked()): boolean {
  const { approvals, rejections, electorate } = input;
  if (userIdsOf(rejections).has(userId) || userIdsOf(approvals).has(userId)) return false;
  looked.voters ??= votersAround(input, userId);
  const { given, others, own, possible } = looked.voters;
  if (own.length === 0) return false;
  if (helpsRootQuorum(input, userId, electorate)) return true;
  if (input.rootOnly) return false;

  const asked = askedAmong(askedAlone(input.condition, given, input.work), possible);
  return input.policies.some((policy) => {
    const { consensus } = policy;
    const said = evaluatePolicy(policy, asked);
    if (asked.work.left <= 0) return true;
    const isAllowed = policy.effect === 'EFFECT_ALLOW' && said === 'OUTCOME_ALLOW';
    if (consensus === undefined || !(isAllowed || said === 'OUTCOME_REQUIRES_CONSENSUS')) return false;
    const voters = isAllowed ? { given: [], others: [...given, ...others], own } : { given, others, own };
    const answer = looked.known.get(consensus) ?? isPivotal(consensus, voters, looked);
    looked.known.set(consensus, answer);
    return answer;
  });
}

function votersAround(
  { approvals, rejections, electorate }: DecisionInput,
  userId: string,
): NonNullable<Looked['voters']> {
  const rejecters = userIdsOf(rejections);
  const given = approvals.filter((voter) => !rejecters.has(voter.userId));
  const own = electorate.filter((voter) => voter.userId === userId);
  const others = electorate.filter((voter) => voter.userId !== userId && !rejecters.has(voter.userId));
  return { given, others, own, possible: [...given, ...others, ...own] };
}

/**
 * Whether a user's approval could help as one of the root quorum.
 * @param members those who can vote, once for each credential: all of them, or those of the root quorum
 */
export function helpsRootQuorum(
  { rootQuorum, approvals, rejections }: AloneInput,
  userId: string,
  members: readonly Voter[],
): boolean {
  if (!rootQuorum.userIds.includes(userId) || !userIdsOf(members).has(userId)) return false;
  const rejecters = userIdsOf(rejections);
  if (rejecters.has(userId) || userIdsOf(approvals).has(userId)) return false;
  const stays = ({ userId: each }: Voter): boolean => !rejecters.has(each);
  return meetsQuorum(rootQuorum, userIdsOf([...approvals, ...members].filter(stays)));
}

/** Who approved, who else could, and the user's own credentials. */
interface Voters {
  readonly given: readonly Voter[];
  readonly others: readonly Voter[];
  readonly own: readonly Voter[];
}

/** Whether there are others whose approval, with what is given, is not enough without the user and is with the user. */
function isPivotal(consensus: Expression, voters: Voters, looked: Looked): boolean {
  const asked: AskedCounts = { counted: [], onlyRises: true };
  const holds = ofCounts(consensus, asked);
  if (holds === undefined) return isPivotalInOrder(consensus, voters, looked);
  // Of those who are, most are already among a few.
  const few = { ...voters, others: voters.others.slice(0, FEW) };
  const question = { ...asked, holds };
  if (isPivotalIn(question, few, looked) === true) return true;
  return isPivotalIn(question, voters, looked) ?? isPivotalInOrder(consensus, voters, looked);
}

const FEW = 64;

/** How many voters of each kind there are, as far as it makes a difference. */
type Counts = readonly number[];

/** A kind of voters that a consensus counts. */
interface Counted {
  readonly name: string;
  /** Whether there is one. */
  readonly isAny: Expression;
  /** More of them make no difference. */
  most: number;
}

/** What a consensus counts. */
interface AskedCounts {
  readonly counted: Counted[];
  /** Whether more voters never end it. */
  onlyRises: boolean;
}

/** Tells from counts whether a consensus holds, which is all that most look at; undefined for one that looks at more. */
function ofCounts(expression: Expression, asked: AskedCounts): ((counts: Counts) => boolean) | undefined {
  switch (expression.kind) {
    case 'boolean':
      return () => expression.value;
    case 'not': {
      const holds = ofCounts(expression.operand, asked);
      asked.onlyRises = false;
      return holds && ((counts) => !holds(counts));
    }
    case 'logical': {
      const parts = expression.operands.flatMap((operand) => ofCounts(operand, asked) ?? []);
      if (parts.length < expression.operands.length) return undefined;
      return expression.operator === '&&'
        ? (counts) => parts.every((holds) => holds(counts))
        : (counts) => parts.some((holds) => holds(counts));
    }
    case 'visit': {
      const { visit, predicate, at } = expression;
      if (visit === 'filter') return undefined;
      const isAll = visit === 'all';
      asked.onlyRises &&= !isAll;
      const looked: Expression = isAll ? { kind: 'not', at, operand: predicate } : predicate;
      const place = placeOf({ ...expression, visit: 'filter', predicate: looked }, 1, asked);
      return place === undefined ? undefined : (counts) => (counts[place] === 0) === isAll;
    }
    case 'comparison': {
      const { operator: written, left: before, right: behind } = expression;
      if (written === 'in') return undefined;
      const [left, operator, right] =
        behind.kind === 'count' ? [behind, TURNED_ROUND[written], before] : [before, written, behind];
      if (left.kind !== 'count' || right.kind !== 'integer') return undefined;
      asked.onlyRises &&= operator.startsWith('>');
      const wanted = Number(right.value);
      const place = placeOf(left.subject, Math.max(0, wanted) + 1, asked);
      return place === undefined ? undefined : (counts) => COMPARED[operator](counts[place] ?? 0, wanted);
    }
    case 'integer':
    case 'string':
    case 'timestamp':
    case 'list':
    case 'name':
    case 'field':
    case 'index':
    case 'slice':
    case 'contains':
    case 'count':
      return undefined;
  }
}

const COMPARED: Readonly<Record<'==' | '!=' | '<' | '<=' | '>' | '>=', (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** As `n < count` says `count > n`. */
const TURNED_ROUND = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** The place of a kind of voters among the counts; undefined for a list that each voter isn't in or out of by itself. */
function placeOf(list: Expression, most: number, { counted }: AskedCounts): number | undefined {
  let source = list;
  while (source.kind === 'visit' && source.visit === 'filter') source = source.subject;
  const name = printExpression(list);
  if (source.kind !== 'name' || name.match(/\b(?:approvers|credentials)\b/gu)?.length !== 1) return undefined;
  const known = counted.findIndex((each) => each.name === name);
  const each = counted[known];
  if (each !== undefined) {
    each.most = Math.max(each.most, most);
    return known;
  }
  const { at } = list;
  const left = { kind: 'count', at, subject: list } as const;
  const isAny = {
    kind: 'comparison',
    at,
    operator: '>=',
    left,
    right: { kind: 'integer', at, value: 1n },
  } as const;
  return counted.push({ name, isAny, most }) - 1;
}

/** So many sums of counts are looked at. */
const MOST_SUMS = 50_000;

/**
 * As `isPivotal`, exactly: by all counts that others can come to, each approving with one credential or not at all.
 * @returns undefined where these are too many
 */
function isPivotalIn(
  { counted, onlyRises, holds }: AskedCounts & { readonly holds: (counts: Counts) => boolean },
  { given, others, own }: Voters,
  looked: Looked,
): boolean | undefined {
  // An error on one voter is one of the whole: nothing holds with that one.
  const countsOf = (voter: Voter): Counts | undefined => {
    const environment = consensusEnvironment([voter]);
    const counts = counted.flatMap(({ isAny }) => {
      const found = evaluate(isAny, environment);
      return typeof found === 'boolean' ? [Number(found)] : [];
    });
    return counts.length === counted.length ? counts : undefined;
  };
  const plus = (counts: Counts, more: Counts): Counts =>
    counted.map(({ most }, place) => Math.min((counts[place] ?? 0) + (more[place] ?? 0), most));

  // Whoever isn't counted makes no difference.
  const mine = own.flatMap((voter) => {
    const counts = countsOf(voter);
    return counts?.some((count) => count > 0) === true ? [counts] : [];
  });
  if (mine.length === 0) return false;

  let sum: Counts = counted.map(() => 0);
  for (const voter of given) {
    const counts = countsOf(voter);
    if (counts === undefined) return false;
    sum = plus(sum, counts);
  }
  /** What each of the others can add, by user; those who can add the same together. */
  const approved = userIdsOf(given);
  const choices = new Map<string, Map<string, Counts>>();
  for (const voter of others) {
    looked.left -= counted.length;
    if (looked.left < 0) return undefined;
    const counts = approved.has(voter.userId) ? undefined : countsOf(voter);
    if (counts === undefined) continue;
    const ofUser = choices.get(voter.userId) ?? new Map<string, Counts>();
    choices.set(voter.userId, ofUser.set(counts.join(), counts));
  }
  const alike = new Map<string, { readonly choice: readonly Counts[]; users: number }>();
  for (const ofUser of choices.values()) {
    const name = [...ofUser.keys()].sort().join(';');
    const same = alike.get(name) ?? { choice: [...ofUser.values()], users: 0 };
    same.users += 1;
    alike.set(name, same);
  }

  const sums = new Map<string, Counts>([[sum.join(), sum]]);
  let summed = 0;
  for (const { choice, users } of alike.values()) {
    let last = [...sums.values()];
    for (let user = 0; user < users && last.length > 0; user += 1) {
      const next: Counts[] = [];
      for (const counts of last)
        for (const more of choice) {
          summed += 1;
          looked.left -= 1;
          if (summed > MOST_SUMS || looked.left < 0) return undefined;
          const together = plus(counts, more);
          const name = together.join();
          if (sums.has(name) || (onlyRises && holds(together))) continue;
          sums.set(name, together);
          next.push(together);
        }
      last = next;
    }
  }
  return [...sums.values()].some(
    (counts) => !holds(counts) && mine.some((more) => holds(plus(counts, more))),
  );
}

/** So many voters are looked at, of an expression of a line; fewer of a longer one. */
const MOST_LOOKED = 50_000;
const LINE_CHARACTERS = 100;

/**
 * As `isPivotal`, for what no counts tell: looks in several orders, for those that the user needs at least, which takes few questions, and
 * for as many as can be added with the consensus still failing. More approvals are taken to make a consensus hold, never fail.
 */
function isPivotalInOrder(consensus: Expression, { given, others, own }: Voters, looked: Looked): boolean {
  const lines = Math.ceil(printExpression(consensus).length / LINE_CHARACTERS);
  let left = Math.min(MOST_LOOKED, looked.left);
  const holds = (voters: readonly Voter[]): boolean => {
    const cost = (voters.length + 1) * lines;
    left -= cost;
    looked.left -= cost;
    return left < 0 || evaluate(consensus, consensusEnvironment(voters)) === true;
  };
  if (holds(given)) return left < 0;
  for (let start = 0; start < Math.max(1, others.length); start += 1) {
    const order = [...others.slice(start), ...others.slice(0, start)];
    if (!holds([...given, ...order, ...own])) continue;
    const needed = fewest(order, (some) => holds([...given, ...some, ...own]));
    if (!holds([...given, ...needed])) return true;
    const short = [...given];
    for (const voter of order) {
      if (left < 0) return true;
      if (!holds([...short, voter])) short.push(voter);
    }
    if (holds([...short, ...own])) return true;
  }
  return false;
}

/**
 * A part of a list of which nothing can be left out, those that come first before others; it takes as many questions as the part is
 * long, times the halvings of the list between them (Junker, QuickXplain, 2004).
 * @param holds whether a part is enough; true of the whole list
 */
function fewest<T>(all: readonly T[], holds: (some: readonly T[]) => boolean): readonly T[] {
  const within = (kept: readonly T[], part: readonly T[], isNew: boolean): readonly T[] => {
    if (isNew && holds(kept)) return [];
    if (part.length <= 1) return part;
    const middle = part.length >> 1;
    const first = part.slice(0, middle);
    const ofSecond = within([...kept, ...first], part.slice(middle), true);
    return [...within([...kept, ...ofSecond], first, ofSecond.length > 0), ...ofSecond];
  };
  return holds([]) ? [] : within([], all, false);
}
