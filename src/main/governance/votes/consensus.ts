import type { Activity } from '#protocol/activity.ts';
import { getOrganization } from '#protocol/catalogue/organization.ts';
import { getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { Consensus, Way } from '#preload/contract/consensus.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { countAskedFor, withNames } from './consensus-text.ts';

type Organization = OutputOf<typeof getOrganization>['organizationData'];

/** What the policies said at each vote on an activity. */
export type Evaluations = OutputOf<typeof getPolicyEvaluations>['policyEvaluations'];

/** Whether an activity waits for votes. */
export const waits = ({ status }: Activity): boolean => status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

/**
 * Asks who is still needed for an activity that waits.
 * @returns null for an activity that does not wait for votes
 * @throws ServiceError
 */
export async function consensusOf(
  activity: Activity,
  ask: ContextResolver['query'],
): Promise<Consensus | null> {
  if (!waits(activity)) return null;
  const [{ organizationData }, { policyEvaluations }] = await Promise.all([
    ask(getOrganization, {}),
    ask(getPolicyEvaluations, { activityId: activity.id }),
  ]);
  return consensusFrom(activity, organizationData, policyEvaluations);
}

/**
 * Who is still needed for an activity that waits: the root quorum, where one of it asked, and each policy that would
 * allow it with more votes.
 */
export function consensusFrom(
  activity: Activity,
  organizationData: Organization,
  policyEvaluations: Evaluations,
): Consensus {
  const rejecters = new Set(votersOf(activity, 'VOTE_SELECTION_REJECTED'));
  const approvers = votersOf(activity, 'VOTE_SELECTION_APPROVED').filter((id) => !rejecters.has(id));
  const last = policyEvaluations.at(-1)?.policyEvaluations ?? [];
  const open = new Set(
    last.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS').map(({ policyId }) => policyId),
  );
  const ways = [
    ...rootWay(organizationData, approvers),
    ...organizationData.policies
      .filter(({ policyId }) => open.has(policyId))
      .map(({ policyName, consensus }) => policyWay(organizationData, policyName, consensus, approvers)),
  ];
  const voters = activity.votes.map(({ userId, selection }) => ({
    name: nameOf(organizationData.users, userId),
    approved: selection === 'VOTE_SELECTION_APPROVED',
  }));
  return { approvals: approvers.length, rejections: rejecters.size, voters, ways };
}

const votersOf = ({ votes }: Activity, selection: Activity['votes'][number]['selection']): string[] => [
  ...new Set(votes.filter((vote) => vote.selection === selection).map(({ userId }) => userId)),
];

function rootWay({ rootQuorum, users }: Organization, approvers: readonly string[]): Way[] {
  const { threshold, userIds } = rootQuorum;
  const have = userIds.filter((id) => approvers.includes(id)).length;
  if (have === 0) return [];
  return [
    {
      rule: 'Root quorum',
      have,
      need: threshold,
      waitingFor: userIds.filter((id) => !approvers.includes(id)).map((id) => nameOf(users, id)),
      text: null,
    },
  ];
}

function policyWay(
  { users }: Organization,
  policyName: string,
  consensus: string,
  approvers: readonly string[],
): Way {
  const rule = `Policy “${policyName}”`;
  const need = countAskedFor(consensus);
  if (need === undefined) {
    const names = new Map(users.map(({ userId, userName }) => [userId, userName]));
    return { rule, have: null, need: null, waitingFor: [], text: withNames(consensus, names) };
  }
  return {
    rule,
    have: approvers.length,
    need,
    waitingFor: users.filter(({ userId }) => !approvers.includes(userId)).map(({ userName }) => userName),
    text: null,
  };
}

const nameOf = (users: Organization['users'], id: string): string =>
  users.find(({ userId }) => userId === id)?.userName ?? id;
