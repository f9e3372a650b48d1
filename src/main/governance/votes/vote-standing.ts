import type { VoteStanding, Voter } from '#preload/contract/votes.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import type { OrganizationRules } from '../../context/organization-rules.ts';
import { type Evaluations, countAskedFor } from './consensus.ts';
import { firstVoteOf } from './votes.ts';

/** A rule that can let the request through: so many of these users. `need` is null where it is no mere number. */
export interface Rule {
  readonly name: string;
  readonly need: number | null;
  readonly members: readonly string[];
}

/** The rules that a waiting request can still be allowed by: the root quorum, and each policy that waits for votes. */
export function rulesOf(
  { rootQuorum, policies, users }: OrganizationRules,
  evaluations: Evaluations,
): Rule[] {
  const last = evaluations.at(-1)?.policyEvaluations ?? [];
  const open = new Set(
    last.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS').map(({ policyId }) => policyId),
  );
  const everybody = users.map(({ userId }) => userId);
  return [
    ...policies
      .filter(({ policyId }) => open.has(policyId))
      .map(({ policyName, consensus }) => ({
        name: `“${policyName}”`,
        need: countAskedFor(consensus) ?? null,
        members: everybody,
      })),
    { name: 'Root quorum', need: rootQuorum.threshold, members: rootQuorum.userIds },
  ];
}

interface Count {
  readonly approvers: ReadonlySet<string>;
  readonly rejecters: ReadonlySet<string>;
}

const among = (members: readonly string[], some: ReadonlySet<string>): number =>
  members.filter((id) => some.has(id)).length;

/**
 * What a rejection comes to (docs/policies.md, "Rejections"): the request ends where those who reject could have allowed
 * it, or where nobody is left who can.
 */
function rejected(rules: readonly Rule[], { rejecters }: Count): VoteStanding['effect'] {
  const counted = rules.map((rule) => {
    const against = among(rule.members, rejecters);
    return { ...rule, against, possible: rule.members.length - against };
  });
  if (counted.some(({ need, against }) => need !== null && against >= need))
    return ends('As many people reject it as could have approved it.');
  if (counted.some(({ need }) => need === null)) return null;
  const open = counted.filter(({ need, possible }) => need !== null && possible >= need);
  const [still] = open;
  if (still === undefined) {
    const [first] = counted;
    const few =
      first === undefined
        ? ''
        : `Only ${first.possible} of the ${first.need ?? 0} required approvals would still be possible.`;
    return ends(few);
  }
  return {
    title: 'Your vote doesn’t end this request',
    text: `${still.name} requires ${still.need ?? 0} approvals, and ${still.possible} people can still give one.`,
    decides: false,
  };
}

const ends = (why: string): VoteStanding['effect'] => ({
  title: 'Your vote ends this request',
  text: `${why} A new request is needed.`,
  decides: true,
});

function approved(rules: readonly Rule[], { approvers }: Count): VoteStanding['effect'] {
  const counted = rules.map((rule) => ({ ...rule, have: among(rule.members, approvers) }));
  const met = counted.find(({ need, have }) => need !== null && have >= need);
  if (met !== undefined)
    return {
      title: 'Your vote completes this request',
      text: `${met.name} requires ${met.need ?? 0} approvals, and yours is the last. The service carries it out at once.`,
      decides: true,
    };
  if (counted.some(({ need }) => need === null)) return null;
  const nearest = counted
    .filter(({ have }) => have > 0)
    .toSorted((one, other) => (one.need ?? 0) - one.have - ((other.need ?? 0) - other.have))[0];
  if (nearest === undefined) return null;
  return {
    title: 'Your vote isn’t the last',
    text: `${nearest.have} of the ${nearest.need ?? 0} approvals that ${nearest.name} requires are given with yours.`,
    decides: false,
  };
}

/**
 * What a vote of a user does to a waiting request, out of the organization's rules, and who voted how.
 * @param userId who is about to vote
 */
export function standingWith(
  activity: Activity,
  organization: Pick<OrganizationRules, 'users'>,
  rules: readonly Rule[],
  { userId, approves }: { readonly userId: string; readonly approves: boolean },
): VoteStanding {
  const said = (selection: 'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED'): Set<string> =>
    new Set(activity.votes.filter((vote) => vote.selection === selection).map((vote) => vote.userId));
  const rejecters = said('VOTE_SELECTION_REJECTED');
  const approvers = said('VOTE_SELECTION_APPROVED');
  for (const id of rejecters) approvers.delete(id);
  const before = { approvals: approvers.size, rejections: rejecters.size };
  if (approves) approvers.add(userId);
  else {
    rejecters.add(userId);
    approvers.delete(userId);
  }
  const count = { approvers, rejecters };
  const needs = rules.flatMap(({ need, name }) =>
    need === null || (name === 'Root quorum' && rules.length > 1) ? [] : [need],
  );
  return {
    approves,
    effect: approves ? approved(rules, count) : rejected(rules, count),
    ...before,
    required: needs.length === 0 ? null : Math.min(...needs),
    voters: votersOf(activity, organization, rules, userId),
  };
}

function votersOf(
  activity: Activity,
  { users }: Pick<OrganizationRules, 'users'>,
  rules: readonly Rule[],
  selfId: string,
): Voter[] {
  const first = firstVoteOf(activity);
  const names = new Map(users.map((user) => [user.userId, user.userName]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const voted = activity.votes.map((vote): Voter => ({
    name: nameOf(vote.userId),
    isSelf: vote.userId === selfId,
    requested: vote === first,
    vote: vote.selection === 'VOTE_SELECTION_APPROVED' ? 'approved' : 'rejected',
    votedAtMs: timestampMs(vote.createdAt) ?? null,
  }));
  const rest = new Set([...rules.flatMap(({ members }) => members), selfId]);
  for (const { userId } of activity.votes) rest.delete(userId);
  rest.delete(selfId);
  const none = (id: string): Voter => ({
    name: nameOf(id),
    isSelf: id === selfId,
    requested: false,
    vote: 'none',
    votedAtMs: null,
  });
  return [...voted.filter(({ isSelf }) => !isSelf), ...[...rest].map(none), none(selfId)];
}
