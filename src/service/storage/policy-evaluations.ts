import { createHash, randomUUID } from 'node:crypto';
import type { Outcome } from '#protocol/policies/evaluate-policy.ts';
import { allWhere, firstWhere, hasWhere, insertRow } from './rows.ts';
import type { VoteRow } from './schema.ts';
import type { Store } from './store.ts';

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
 * Keeps what the policies said at a vote. The list of policies is kept once for all votes that they were asked at, and the
 * outcomes as runs (`i998a1i1`): most of a thousand policies say the same.
 */
export async function insertEvaluation(
  store: Store,
  vote: Pick<VoteRow, 'id' | 'activity_id' | 'created_at'>,
  organizationId: string,
  policies: readonly PolicyOutcome[],
): Promise<void> {
  const policyIds = JSON.stringify(policies.map(({ policyId }) => policyId));
  const policyList = createHash('sha256').update(policyIds).digest('hex');
  if (!(await hasWhere(store, 'policy_list', { id: policyList })))
    await insertRow(store, 'policy_list', { id: policyList, policy_ids: policyIds });
  await insertRow(store, 'policy_evaluation', {
    id: randomUUID(),
    organization_id: organizationId,
    activity_id: vote.activity_id,
    vote_id: vote.id,
    policy_list: policyList,
    evaluations: writeRuns(policies.map(({ outcome }) => outcome)),
    created_at: vote.created_at,
  });
}

/** What the policies said at each vote on an activity, in order. */
export async function evaluationsOf(
  store: Store,
  organizationId: string,
  activityId: string,
): Promise<PolicyEvaluation[]> {
  const rows = await allWhere(store, 'policy_evaluation', {
    organization_id: organizationId,
    activity_id: activityId,
  });
  const evaluations = [];
  for (const { id, vote_id, policy_list, evaluations: kept, created_at } of rows) {
    // Before lists were kept by themselves, an evaluation was the whole as JSON.
    const policies =
      policy_list === null ? (JSON.parse(kept) as PolicyOutcome[]) : await readRuns(store, policy_list, kept);
    evaluations.push({ id, voteId: vote_id, policies, createdAt: created_at });
  }
  return evaluations;
}

function writeRuns(outcomes: readonly Outcome[]): string {
  const text = outcomes.map((outcome) => LETTER[outcome]).join('');
  return text.replace(/(.)\1*/g, (run, letter: string) => `${letter}${run.length}`);
}

async function readRuns(store: Store, policyList: string, runs: string): Promise<PolicyOutcome[]> {
  const list = await firstWhere(store, 'policy_list', { id: policyList });
  if (list === undefined) throw new Error('The list of policies of an evaluation is gone.');
  const outcomes = [...runs.matchAll(/([a-z])(\d+)/g)].flatMap(([, letter = '', length]) => {
    const outcome = OUTCOME.get(letter);
    if (outcome === undefined) throw new Error(`An evaluation has an unknown outcome: ${letter}.`);
    return Array<Outcome>(Number(length)).fill(outcome);
  });
  return (JSON.parse(list.policy_ids) as string[]).map((policyId, at) => {
    const outcome = outcomes[at];
    if (outcome === undefined) throw new Error('An evaluation is shorter than its list of policies.');
    return { policyId, outcome };
  });
}
