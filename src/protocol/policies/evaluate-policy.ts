import { p256 } from '@noble/curves/nist.js';
import { oncePerList, oncePerObject } from '../once-per-list.ts';
import { type Answered, type Asking, type Work, evaluate } from './evaluate.ts';
import type { Expression } from './expression.ts';
import type { PolicyError } from './policy-error.ts';
import { HexText, Spellings, type Struct, type Value, isStruct } from './value.ts';

/**
 * Whether a request has what an expression speaks of: its keywords, and its fields of `activity` and `activity.params`.
 * These follow from the operation and the kind of key alone, so that whoever writes the request's values cannot choose them.
 * @param environment the values of the keywords
 */
export function concerns(expression: Expression, environment: Struct): boolean {
  return subjectsIn(expression).every((path) => has(environment, path));
}

/** Each policy is asked about every request that it isn't for. */
const subjectsIn = oncePerObject((expression: Expression): readonly Path[] =>
  subjectsOf(expression, new Set()),
);

type Path = readonly string[];

/** The keywords and fields of `activity` that an expression names, wherever they stand. */
function subjectsOf(expression: Expression, items: ReadonlySet<string>): Path[] {
  const of = (...parts: readonly Expression[]): Path[] => parts.flatMap((part) => subjectsOf(part, items));
  switch (expression.kind) {
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
      return [];
    case 'list':
      return of(...expression.items);
    case 'name':
      return items.has(expression.name) ? [] : [[expression.name]];
    case 'field': {
      const path = activityPath(expression);
      return path === undefined ? of(expression.subject) : [path];
    }
    case 'not':
      return of(expression.operand);
    case 'logical':
      return of(...expression.operands);
    case 'comparison':
      return of(expression.left, expression.right);
    case 'index':
      return of(expression.subject, expression.index);
    case 'slice':
      return of(expression.subject, expression.from, expression.to);
    case 'visit': {
      const inner = subjectsOf(expression.predicate, new Set([...items, expression.item]));
      return [...of(expression.subject), ...inner];
    }
    case 'contains':
      return of(expression.subject, expression.value);
    case 'count':
      return of(expression.subject);
  }
}

/** `activity.x` or `activity.params.x`; undefined for any other field. */
function activityPath(expression: Expression): Path | undefined {
  if (expression.kind !== 'field') return undefined;
  const { subject, field } = expression;
  if (subject.kind === 'name' && subject.name === 'activity') return ['activity', field];
  const isParams =
    subject.kind === 'field' &&
    subject.field === 'params' &&
    subject.subject.kind === 'name' &&
    subject.subject.name === 'activity';
  return isParams ? ['activity', 'params', field] : undefined;
}

function has(environment: Struct, path: Path): boolean {
  let value: Struct[string] = environment;
  for (const name of path) {
    if (value === undefined || !isStruct(value) || !Object.hasOwn(value, name)) return false;
    value = value[name];
  }
  return value !== undefined;
}

/** The users who can do everything together (PROTOCOL.md, section 6.6). */
export interface RootQuorum {
  readonly threshold: number;
  readonly userIds: readonly string[];
}

/** Whether enough members of the quorum are among the users. */
export function meetsQuorum(quorum: RootQuorum, userIds: ReadonlySet<string>): boolean {
  const members = new Set(quorum.userIds);
  const present = [...members].filter((id) => userIds.has(id)).length;
  // A threshold below one would let nobody at all act as root.
  return quorum.threshold >= 1 && present >= quorum.threshold;
}

/** One user's hand, with the credential that stamped (or could stamp) it: the structs User and Credential of the language. */
export interface Voter {
  readonly userId: string;
  readonly user: Struct;
  readonly credential: Struct;
}

/** The environment of a `consensus` expression: each user once, whatever number of credentials was used. */
export function consensusEnvironment(hands: readonly Voter[]): Struct {
  const users = new Map<string, Value>(hands.map(({ userId, user }) => [userId, user]));
  return { approvers: [...users.values()], credentials: hands.map(({ credential }) => credential) };
}

/** The users behind the hands. */
export const userIdsOf = (hands: readonly Voter[]): ReadonlySet<string> =>
  new Set(hands.map(({ userId }) => userId));

/** What is decided, of a request or by one policy (OPERATIONS.md, v1Outcome). */
export type Outcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_REJECTED'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_TIME_INACTIVE'
  | 'OUTCOME_ERROR';

/** A policy with its expressions parsed; one that is absent holds always. */
export interface Policy {
  readonly policyId: string;
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus?: Expression;
  readonly condition?: Expression;
  /** When the policy takes part at all. */
  readonly time?: Expression;
}

/** What the policies of an organization are asked with: each expression once, however many of them have it. */
export interface AskedAlone {
  /** The values of the condition's keywords; `time` is read from it as well. */
  readonly condition: Struct;
  /** The environment of a consensus: of who approved so far. */
  readonly approvals: Struct;
  /** What expressions were answered already, by their environment. */
  readonly known: Map<Struct, Map<Expression, boolean | PolicyError>>;
  /** What all of them may take together. */
  readonly work: Work;
}

/** The same with who could still have approved. */
export interface Asked extends AskedAlone {
  /** The environment of these, and of those who did. */
  readonly possible: Struct;
}

/**
 * About what a thousand policies take for a hundred objects. Evaluations beyond it end in an error: without a bound, a member
 * without any rights could hold up the service with a request that is refused.
 */
const MOST_WORK = 1_000_000;
/** @param things so many are acted on */
export const workOfDecision = (things = 1): Work =>
  things === 1
    ? { left: MOST_WORK }
    : {
        left: MOST_WORK,
        answered: { condition: new Map(), approvals: new Map(), possible: new Map() },
      };

/**
 * Asks policies anew.
 * @param approvals who approved so far
 * @param work shared by all evaluations of one decision
 */
export const askedAlone = (
  condition: Struct,
  approvals: readonly Voter[],
  work = workOfDecision(),
): AskedAlone => ({ condition, approvals: environmentOf(approvals), known: new Map(), work });

/** All things that a request acts on have the same voters. */
const environmentOf = oncePerList(consensusEnvironment);

/** The same with who could have approved, including those who did. */
export const askedAmong = (asked: AskedAlone, possible: readonly Voter[]): Asked => ({
  ...asked,
  possible: environmentOf(possible),
});

type Answer = boolean | PolicyError;

/** Whether an expression holds in one of the environments; one that is left out does. */
function holds(
  expression: Expression | undefined,
  asking: Asking,
  environment: Struct,
  asked: AskedAlone,
): Answer {
  if (expression === undefined) return true;
  if (asked.work.answered !== undefined)
    return answerAmongThings(expression, asked.work.answered[asking], environment, asked);
  const answers = asked.known.get(environment) ?? new Map<Expression, Answer>();
  asked.known.set(environment, answers);
  const answer = answers.get(expression) ?? evaluate(expression, environment, asked.work);
  answers.set(expression, answer);
  return answer;
}

/** As `evaluate`, once for each of several things: what was evaluated with the same values takes as much of the work, and no time. */
function answerAmongThings(
  expression: Expression,
  answered: Map<Expression, Answered>,
  environment: Struct,
  { known: thing, work }: AskedAlone,
): Answer {
  const last = answered.get(expression);
  if (last?.thing === thing && last.environment === environment) return last.answer;
  if (last !== undefined && work.left > 0 && areAlike(last, environment)) {
    work.left -= last.steps;
    last.thing = thing;
    last.environment = environment;
    return last.answer;
  }
  const before = work.left;
  const answer = evaluate(expression, environment, work);
  if (before > 0) {
    const names = last?.names ?? [...new Set(subjectsIn(expression).flatMap(([name]) => name ?? []))];
    answered.set(expression, { thing, environment, answer, steps: before - work.left, names });
  }
  return answer;
}

/** Whether all that an expression speaks of is the very same in two environments. */
function areAlike({ names, environment }: Answered, other: Struct): boolean {
  if (environment === other) return true;
  for (const name of names) if (environment[name] !== other[name]) return false;
  return true;
}

/**
 * What one policy says. A policy whose condition or consensus does not hold says OUTCOME_DENY_IMPLICIT: nothing that allows.
 * A deny policy that ends in an error denies: whoever chooses a request's data could choose the error as well. Only an
 * error on a request that the policy does not speak of stays OUTCOME_ERROR.
 * @returns undefined where it depends on who could still approve
 */
export function evaluateAlone(policy: Policy, asked: AskedAlone): Outcome | undefined {
  const { condition, approvals } = asked;
  const active = holds(policy.time, 'condition', condition, asked);
  if (active === false) return 'OUTCOME_TIME_INACTIVE';
  const applies = holds(policy.condition, 'condition', condition, asked);
  const agreed = holds(policy.consensus, 'approvals', approvals, asked);
  if (typeof active !== 'boolean' || typeof applies !== 'boolean' || typeof agreed !== 'boolean') {
    const couldDeny = policy.effect === 'EFFECT_DENY' && applies !== false && agreed !== false;
    const isMeant = (): boolean => policy.condition === undefined || concerns(policy.condition, condition);
    return couldDeny && isMeant() ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';
  }
  if (!applies) return 'OUTCOME_DENY_IMPLICIT';
  if (agreed) return policy.effect === 'EFFECT_ALLOW' ? 'OUTCOME_ALLOW' : 'OUTCOME_DENY_EXPLICIT';
  return policy.effect === 'EFFECT_DENY' ? 'OUTCOME_DENY_IMPLICIT' : undefined;
}

/** What a policy says where {@link evaluateAlone} gives no answer. */
export const evaluateAmong = ({ consensus }: Policy, asked: Asked): Outcome =>
  holds(consensus, 'possible', asked.possible, asked) === true
    ? 'OUTCOME_REQUIRES_CONSENSUS'
    : 'OUTCOME_DENY_IMPLICIT';

/** What one policy says in all. @param asked what it is asked with */
export const evaluatePolicy = (policy: Policy, asked: Asked): Outcome =>
  evaluateAlone(policy, asked) ?? evaluateAmong(policy, asked);

/**
 * A P-256 key, which a request may write in several ways: it equals its compressed and its uncompressed form, in any letter case.
 * @param hex SEC1
 */
export function spelledKey(hex: string): Value {
  try {
    const point = p256.Point.fromHex(hex.toLowerCase());
    return new Spellings([new HexText(hex), new HexText(point.toHex(true)), new HexText(point.toHex(false))]);
  } catch {
    // No point of the curve: what is sealed to it is refused.
    return new HexText(hex);
  }
}
