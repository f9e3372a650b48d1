import { createHash, randomUUID } from 'node:crypto';
import type { Outcome } from '#protocol/policies/evaluate-policy.ts';
import { allWhere, firstWhere, hasWhere, insertAhead, insertRow } from './rows.ts';
import type { VoteRow } from './schema.ts';
import type { Store } from './store.ts';
import type { InTurns } from './turns.ts';

/** What one policy said. */
export interface PolicyOutcome {
  readonly policyId: string;
  readonly outcome: Outcome;
}

/** What the policies of an organization said at a vote. */
export interface PolicyEvaluation {
  readonly id: string;
  readonly voteId: string;
  readonly policies: readonly PolicyOutcome[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** One letter for each outcome, as runs are written with. Never changed: kept evaluations are read with it. */
const LETTER: Readonly<Record<Outcome, string>> = {
  OUTCOME_ALLOW: 'a',
  OUTCOME_REQUIRES_CONSENSUS: 'c',
  OUTCOME_REJECTED: 'r',
  OUTCOME_DENY_EXPLICIT: 'd',
  OUTCOME_DENY_IMPLICIT: 'i',
  OUTCOME_TIME_INACTIVE: 't',
  OUTCOME_ERROR: 'e',
};
const OUTCOME = new Map(Object.entries(LETTER).map(([outcome, letter]) => [letter, outcome as Outcome]));

/**
 * Keeps what the policies said at a vote. The list of policies is kept once for all votes that they were asked at, most
 * often as what it differs in from the one before, and the outcomes as runs (`i998a1i1`): most of a thousand say the same.
 */
export async function insertEvaluation(
  store: Store,
  vote: Pick<VoteRow, 'id' | 'activity_id' | 'created_at'>,
  organizationId: string,
  policies: readonly PolicyOutcome[],
): Promise<void> {
  const policyList = await keepList(
    store,
    organizationId,
    policies.map(({ policyId }) => policyId),
  );
  await insertAhead(store, 'policy_evaluation', {
    id: randomUUID(),
    organization_id: organizationId,
    activity_id: vote.activity_id,
    vote_id: vote.id,
    policy_list: policyList,
    evaluations: writeRuns(policies.map(({ outcome }) => outcome)),
    created_at: vote.created_at,
  });
}

/** A list of policies, as it was kept. */
interface KeptList {
  readonly id: string;
  readonly ids: readonly string[];
  /** How many lists have to be read for it, but for itself. */
  readonly depth: number;
}

/** A list in the terms of another one: so many of its first and of its last, and what stands in between. */
type Change = readonly [first: number, last: number, between: readonly string[]];

/** So many differences are followed to read a list; then one is kept whole again. */
const DEEPEST = 63;

/** The list of each organization that was asked last, by the connection: the next one is most often little else. */
const lastLists = new WeakMap<object, Map<string, KeptList>>();

/** Keeps a list of policies, unless it is there. @returns its id, a digest of it */
async function keepList(store: Store, organizationId: string, ids: readonly string[]): Promise<string> {
  const whole = JSON.stringify(ids);
  const id = createHash('sha256').update(whole).digest('hex');
  const connection = store.getExecutor().adapter;
  const lists = lastLists.get(connection) ?? new Map<string, KeptList>();
  lastLists.set(connection, lists);
  const last = lists.get(organizationId);
  if (await hasWhere(store, 'policy_list', { id })) {
    if (last?.id !== id) {
      const known = await firstWhere(store, 'policy_list', { id });
      lists.set(organizationId, { id, ids, depth: known?.depth ?? DEEPEST });
    }
    return id;
  }
  const change = last === undefined ? '' : JSON.stringify(changeBetween(last.ids, ids));
  // What a transaction kept that was undone is not there to be referred to.
  const isShort = last !== undefined && last.depth < DEEPEST && change.length < whole.length / 2;
  const base = isShort && (await hasWhere(store, 'policy_list', { id: last.id })) ? last : undefined;
  const depth = base === undefined ? 0 : base.depth + 1;
  await insertRow(store, 'policy_list', {
    ...{ id, depth, base: base?.id ?? null, policy_ids: base === undefined ? whole : change },
  });
  lists.set(organizationId, { id, ids, depth });
  return id;
}

function changeBetween(from: readonly string[], to: readonly string[]): Change {
  const most = Math.min(from.length, to.length);
  let first = 0;
  while (first < most && from[first] === to[first]) first += 1;
  let last = 0;
  while (last < most - first && from.at(-1 - last) === to.at(-1 - last)) last += 1;
  return [first, last, to.slice(first, to.length - last)];
}

/** The ids of a list, in order. */
async function idsOf(store: Store, id: string): Promise<readonly string[]> {
  const list = await firstWhere(store, 'policy_list', { id });
  if (list === undefined) throw new Error('The list of policies of an evaluation is gone.');
  if (list.base === null) return JSON.parse(list.policy_ids) as string[];
  const base = await idsOf(store, list.base);
  const [first, last, between] = JSON.parse(list.policy_ids) as Change;
  return [...base.slice(0, first), ...between, ...base.slice(base.length - last)];
}

/** So much that policies said is told before others have a turn: there can be thousands of policies, and as many votes. */
const TOLD_AT_ONCE = 2_000;

/** What the policies said at each vote on an activity, in order. */
export async function evaluationsOf(
  { store, turns }: InTurns,
  organizationId: string,
  activityId: string,
): Promise<PolicyEvaluation[]> {
  const rows = await allWhere(store, 'policy_evaluation', {
    organization_id: organizationId,
    activity_id: activityId,
  });
  const evaluations = [];
  const lists = new Map<string, readonly string[]>();
  let told = 0;
  for (const { id, vote_id, policy_list: list, evaluations: kept, created_at } of rows) {
    if (told >= TOLD_AT_ONCE) {
      await turns.give();
      told = 0;
    }
    if (list !== null && !lists.has(list)) lists.set(list, await idsOf(store, list));
    // Before lists were kept by themselves, an evaluation was the whole as JSON.
    const policies =
      list === null ? (JSON.parse(kept) as PolicyOutcome[]) : readRuns(lists.get(list) ?? [], kept);
    told += policies.length;
    evaluations.push({ id, voteId: vote_id, policies, createdAt: created_at });
  }
  return evaluations;
}

function writeRuns(outcomes: readonly Outcome[]): string {
  const text = outcomes.map((outcome) => LETTER[outcome]).join('');
  return text.replace(/(.)\1*/g, (run, letter: string) => `${letter}${run.length}`);
}

function readRuns(ids: readonly string[], runs: string): PolicyOutcome[] {
  const outcomes = [...runs.matchAll(/([a-z])(\d+)/g)].flatMap(([, letter = '', length]) => {
    const outcome = OUTCOME.get(letter);
    if (outcome === undefined) throw new Error(`An evaluation has an unknown outcome: ${letter}.`);
    return Array<Outcome>(Number(length)).fill(outcome);
  });
  return ids.map((policyId, at) => {
    const outcome = outcomes[at];
    if (outcome === undefined) throw new Error('An evaluation is shorter than its list of policies.');
    return { policyId, outcome };
  });
}
