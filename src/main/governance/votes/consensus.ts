import { MOST_NAMED } from '#preload/contract/vote-limits.ts';
import type { Consensus, Way } from '#preload/contract/votes.ts';
import type { Activity } from '#protocol/activity.ts';
import { getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import { oncePerObject } from '#protocol/once-per-list.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { type OrganizationRules, readOrganizationRules } from '../../context/organization-rules.ts';

const COUNT = /^\s*approvers\.count\(\)\s*(>=|>|==)\s*(\d{1,4})\s*$/;

/** How many approvals a policy's consensus asks for, where it asks for a number of them and for nothing else. */
export function countAskedFor(consensus: string): number | undefined {
  const [, compares, digits] = COUNT.exec(consensus) ?? [];
  if (digits === undefined) return undefined;
  return compares === '>' ? Number(digits) + 1 : Number(digits);
}

/**
 * A consensus expression with users by their names in place of their ids.
 * @param names by user id
 */
const withNames = (consensus: string, names: ReadonlyMap<string, string>): string =>
  consensus.replace(/'([0-9a-f-]{36})'/g, (quoted, id: string) => {
    const name = names.get(id);
    return name === undefined ? quoted : `“${name}”`;
  });

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
  const [organization, { policyEvaluations }] = await Promise.all([
    readOrganizationRules(ask),
    ask(getPolicyEvaluations, { activityId: activity.id }),
  ]);
  return consensusFrom(activity, organization, policyEvaluations);
}

/**
 * Who is still needed for an activity that waits: the root quorum, where one of it asked, and each policy that would
 * allow it with more votes.
 */
export function consensusFrom(
  activity: Activity,
  organization: OrganizationRules,
  policyEvaluations: Evaluations,
): Consensus {
  const rejecters = new Set(votersOf(activity, 'VOTE_SELECTION_REJECTED'));
  const approvers = votersOf(activity, 'VOTE_SELECTION_APPROVED').filter((id) => !rejecters.has(id));
  const last = policyEvaluations.at(-1)?.policyEvaluations ?? [];
  const open = new Set(
    last.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS').map(({ policyId }) => policyId),
  );
  const ways = [
    ...rootWay(organization, approvers),
    ...organization.policies
      .filter(({ policyId }) => open.has(policyId))
      .map(({ policyName, consensus }) => policyWay(organization, policyName, consensus, approvers)),
  ];
  const voters = activity.votes.map(({ userId, selection }) => ({
    name: nameOf(organization.users, userId),
    approved: selection === 'VOTE_SELECTION_APPROVED',
  }));
  return { approvals: approvers.length, rejections: rejecters.size, voters, ways };
}

const votersOf = ({ votes }: Activity, selection: Activity['votes'][number]['selection']): string[] => [
  ...new Set(votes.filter((vote) => vote.selection === selection).map(({ userId }) => userId)),
];

function rootWay({ rootQuorum, users }: OrganizationRules, approvers: readonly string[]): Way[] {
  const { threshold, userIds } = rootQuorum;
  const have = userIds.filter((id) => approvers.includes(id)).length;
  if (have === 0) return [];
  return [
    {
      rule: 'Root quorum',
      have,
      need: threshold,
      ...waitingFor(new Set(userIds), approvers, (id) => nameOf(users, id)),
      text: null,
    },
  ];
}

function policyWay(
  { users }: OrganizationRules,
  policyName: string,
  consensus: string,
  approvers: readonly string[],
): Way {
  const rule = `Policy “${policyName}”`;
  const need = countAskedFor(consensus);
  if (need === undefined) {
    const text = withNames(consensus, namesOf(users));
    return { rule, have: null, need: null, waitingFor: [], waitingCount: 0, text };
  }
  return {
    rule,
    have: approvers.length,
    need,
    ...waitingFor(namesOf(users), approvers, (id) => nameOf(users, id)),
    text: null,
  };
}

/** Those of whom an approval is missing: the first by their names, and how many in all. */
function waitingFor(
  members: Pick<ReadonlySet<string>, 'keys' | 'has' | 'size'>,
  approvers: readonly string[],
  name: (id: string) => string,
): Pick<Way, 'waitingFor' | 'waitingCount'> {
  const named: string[] = [];
  for (const id of members.keys()) {
    if (named.length === MOST_NAMED) break;
    if (!approvers.includes(id)) named.push(name(id));
  }
  return { waitingFor: named, waitingCount: members.size - approvers.filter((id) => members.has(id)).length };
}

/** The names by the ids: every row of a list asks for some. */
const namesOf = oncePerObject(
  (users: OrganizationRules['users']): ReadonlyMap<string, string> =>
    new Map(users.map(({ userId, userName }) => [userId, userName])),
);

const nameOf = (users: OrganizationRules['users'], id: string): string => namesOf(users).get(id) ?? id;

/** How the activities of a list stand that wait for votes, by their ids; without those that cannot be told. */
export type RowConsensus = (activities: readonly Activity[]) => Promise<ReadonlyMap<string, Consensus>>;

/** A list is drawn every few seconds: no more activities than these are newly asked about at a time. */
const NEW_AT_ONCE = 25;
const KEPT = 500;

/**
 * Tells how rows stand: the organization is asked once for each list, and what the policies said once for each state of an
 * activity's votes.
 */
export function createRowConsensus(ask: ContextResolver['query']): RowConsensus {
  const known = new Map<string, Evaluations>();

  const learn = async (activity: Activity): Promise<void> => {
    const { policyEvaluations } = await ask(getPolicyEvaluations, { activityId: activity.id });
    known.set(stateOf(activity), policyEvaluations);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  };

  return async (activities) => {
    const waiting = activities.filter(waits);
    if (waiting.length === 0) return new Map();
    try {
      const unknown = waiting.filter((activity) => !known.has(stateOf(activity)));
      const [organization] = await Promise.all([
        readOrganizationRules(ask),
        ...unknown.slice(0, NEW_AT_ONCE).map(learn),
      ]);
      return new Map(
        waiting.flatMap((activity) => {
          const said = known.get(stateOf(activity));
          return said === undefined ? [] : [[activity.id, consensusFrom(activity, organization, said)]];
        }),
      );
    } catch (error) {
      // Who may not ask still sees the list, with the votes alone.
      if (!(error instanceof AppError)) throw error;
      return new Map();
    }
  };
}

const stateOf = ({ id, votes }: Activity): string => `${id} ${votes.length}`;
