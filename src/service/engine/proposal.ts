import { FRESHNESS } from '#protocol/activity.ts';
import { type Voter, userIdsOf, workOfDecision } from '#protocol/policies/evaluate-policy.ts';
import { approvalHelps, helpsRootQuorum, nothingLooked } from '#protocol/policies/approval-helps.ts';
import type { AloneInput } from '#protocol/policies/decide.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import { isPostgres } from '../storage/engine-sql.ts';
import { findRow, rowsAmong } from '../storage/rows.ts';
import type { UserRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import {
  type DecisionContext,
  readDecisionContext,
  readElectorate,
  readPoliciesAhead,
  readVoters,
  userValues,
} from './decision-context.ts';
import { engineError } from './errors.ts';
import type { QueryHandler, SubmitHandler, VoteHandler } from './operation-handler.ts';
import { conditionValues } from './condition-values.ts';
import { NO_PERMISSIONS, type VotePermissions } from './records.ts';

export const APPROVALS_LAST_MS = 24 * 60 * 60 * 1000;

/**
 * The votes that count at `now`. Approvals expire 24 hours after the first one, all together, and have to be given again
 * (PROTOCOL.md, section 6.3); rejections do not expire. An approval further ahead of `now` than a request may be was given by a
 * clock that was wrong, and doesn't count.
 * @param votes in the order in which they were cast
 * @param now milliseconds since the epoch
 */
export function standingVotes(votes: readonly VoteRow[], now: number): VoteRow[] {
  let since: number | undefined;
  for (const { selection, created_at } of votes) {
    if (selection !== 'VOTE_SELECTION_APPROVED' || isAhead(created_at, now)) continue;
    if (since === undefined || created_at - since >= APPROVALS_LAST_MS) since = created_at;
  }
  const expired = since === undefined || now - since >= APPROVALS_LAST_MS;
  return votes.filter(
    ({ selection, created_at }) =>
      selection === 'VOTE_SELECTION_REJECTED' ||
      (!expired && created_at >= (since ?? now) && !isAhead(created_at, now)),
  );
}

const isAhead = (time: number, now: number): boolean => time - now > FRESHNESS.futureMs;

/**
 * The votes with times by the clock that is right, so that none counts again, or still, because clocks differ: those over by the
 * clock that was ahead are as old as they were by it, and one that is ahead of `now` is as old as the one before it, or over.
 * @param votes in the order in which they were cast, which stays
 * @param seen how late it has been by a clock of the service; both in milliseconds since the epoch
 */
export function redated(votes: readonly VoteRow[], seen: number, now: number): VoteRow[] {
  const behindMs = Math.max(0, seen - now);
  const standing = new Set(standingVotes(votes, Math.max(seen, now)));
  const longAgo = now - APPROVALS_LAST_MS;
  let last = longAgo - 1;
  return votes.map((vote) => {
    let at = vote.created_at;
    if (behindMs > 0 && !standing.has(vote)) at = Math.min(at - behindMs, longAgo);
    if (isAhead(at, now)) at = last + 1;
    last = at;
    return at === vote.created_at ? vote : { ...vote, created_at: at };
  });
}

/** What is to be decided over. */
export interface Proposal {
  readonly handler: SubmitHandler;
  readonly parameters: unknown;
  readonly votes: readonly VoteRow[];
}

/**
 * What the policies are asked about a proposal: one, or one for each thing that is acted on.
 * @param now milliseconds since the epoch
 */
export async function policyInputsOf(
  store: Store,
  decisionContext: DecisionContext,
  { handler, parameters, votes }: Proposal,
  now: number,
): Promise<[AloneInput, ...AloneInput[]]> {
  const { organizationId, rootQuorum, policies } = decisionContext;
  const { rules, operation } = handler;
  const attempt = { operation, rules, parameters };
  const [condition, ...otherConditions] = await conditionValues(store, organizationId, attempt, now);
  const standing = standingVotes(votes, now);
  const users = await usersBehind(store, organizationId, standing);
  const votersOf = (selection: VoteRow['selection']): Voter[] =>
    standing.flatMap((vote) => {
      const user = vote.selection === selection ? users.get(vote.user_id) : undefined;
      // The vote of a deleted user doesn't count.
      return user === undefined ? [] : [voterOf(vote, user)];
    });
  const input: AloneInput = {
    rootQuorum,
    rootOnly: operation.rootOnly ?? false,
    policies,
    condition,
    approvals: votersOf('VOTE_SELECTION_APPROVED'),
    rejections: votersOf('VOTE_SELECTION_REJECTED'),
    work: workOfDecision(1 + otherConditions.length),
  };
  return [input, ...otherConditions.map((other) => ({ ...input, condition: other }))];
}

/** The users who voted and are still there. A server is asked for all of them at once: each question is a way there and back. */
async function usersBehind(
  store: Store,
  organizationId: string,
  votes: readonly VoteRow[],
): Promise<ReadonlyMap<string, UserRow>> {
  const ids = [...new Set(votes.map((vote) => vote.user_id))];
  const users: UserRow[] = [];
  if (ids.length > 1 && isPostgres(store))
    users.push(...(await rowsAmong(store, 'user', organizationId, { column: 'id', values: ids })));
  else
    for (const id of ids) {
      const user = await findRow(store, 'user', organizationId, id);
      if (user !== undefined) users.push(user);
    }
  return new Map(users.map((user) => [user.id, user]));
}

interface StoredUser {
  readonly apiKeys?: readonly { apiKeyId: string; credential: StoredCredential }[];
  readonly authenticators?: readonly {
    authenticatorId: string;
    credentialId: string;
    credential: StoredCredential;
  }[];
}
interface StoredCredential {
  readonly publicKey: string;
  readonly type: string;
}

/** The voter behind a vote. */
function voterOf(vote: VoteRow, user: UserRow): Voter {
  // The credential as it was when it voted; a session's key is gone soon after.
  const then = JSON.parse(vote.user) as StoredUser;
  const key = then.apiKeys?.find(({ credential }) => credential.publicKey === vote.public_key);
  const authenticator = then.authenticators?.find(
    ({ credential }) => credential.publicKey === vote.public_key,
  );
  return {
    userId: vote.user_id,
    user: userValues(user),
    credential: {
      id: key?.apiKeyId ?? authenticator?.authenticatorId ?? '',
      user_id: vote.user_id,
      type: key?.credential.type ?? authenticator?.credential.type ?? '',
      credential_id: authenticator?.credentialId ?? '',
      public_key: vote.public_key,
    },
  };
}

/** Finds the handler of an activity type. */
export type HandlerFinder = (type: string) => SubmitHandler | undefined;

/** The finder over all operations of the service. */
export function createHandlerFinder(
  operations: readonly (SubmitHandler | QueryHandler | VoteHandler)[],
): HandlerFinder {
  const effects = operations.flatMap((each) =>
    each.kind === 'submit' ? [[each.operation.type, each] as const] : [],
  );
  const byType = new Map(effects);
  return (type) => byType.get(type);
}

/** What an open activity is about, from its stored intent. */
export function proposalOf(submitHandlerOf: HandlerFinder, { activity, votes }: ActivityWithVotes): Proposal {
  const handler = submitHandlerOf(activity.type);
  const intent = JSON.parse(activity.intent) as Record<string, object | undefined>;
  const echo = handler === undefined ? undefined : intent[handler.operation.intent];
  const parameters = handler?.operation.parameters.safeParse(echo);
  if (handler === undefined || parameters?.success !== true) {
    throw engineError('INTERNAL.unknownActivity', { type: activity.type });
  }
  return { handler, parameters: parameters.data, votes };
}

/** Reads who can vote: the members of the root quorum, who are few, or everybody. */
export interface Electorates {
  readonly members: () => Promise<readonly Voter[]>;
  readonly all: () => Promise<readonly Voter[]>;
}

/** Each is read once, when it is needed. @param now milliseconds since the epoch */
export function electoratesOf(
  store: Store,
  { organizationId, rootQuorum }: DecisionContext,
  now: number,
): Electorates {
  let members: readonly Voter[] | undefined;
  let all: readonly Voter[] | undefined;
  return {
    members: async () => (members ??= await readVoters(store, organizationId, rootQuorum.userIds, now)),
    all: async () => (all ??= await readElectorate(store, organizationId, now)),
  };
}

/** Whether a user may approve or reject what is asked: those who can help it, and whoever approved may take it back. */
export async function votePermissions(
  inputs: readonly [AloneInput, ...AloneInput[]],
  userId: string,
  electorates: Electorates,
): Promise<VotePermissions> {
  // All inputs of a proposal have the same votes and the same quorum.
  const [first] = inputs;
  // Whoever has voted: a rejection stands, an approval can be taken back.
  if (userIdsOf(first.rejections).has(userId)) return NO_PERMISSIONS;
  if (userIdsOf(first.approvals).has(userId)) return { canApprove: false, canReject: true };
  if (
    first.rootQuorum.userIds.includes(userId) &&
    helpsRootQuorum(first, userId, await electorates.members())
  )
    return { canApprove: true, canReject: true };
  const looked = nothingLooked();
  const electorate = await electorates.all();
  const helps = inputs.some((input) => approvalHelps({ ...input, electorate }, userId, looked));
  return { canApprove: helps, canReject: helps };
}

/**
 * Gives what a user may say about one activity after the other; what the organization decides by is read once, and only
 * when an activity is open.
 */
export function votePermissionsFor(
  store: Store,
  submitHandlerOf: HandlerFinder,
  voter: { readonly organizationId: string; readonly userId: string },
  now: number,
): (found: ActivityWithVotes) => Promise<VotePermissions> {
  let decisionContext: DecisionContext | undefined;
  let electorates: Electorates | undefined;
  return async (found) => {
    if (found.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return NO_PERMISSIONS;
    await readPoliciesAhead(store, voter.organizationId);
    // One after the other: of two that fail at once nobody would wait for the second one, and that ends the process.
    decisionContext ??= await readDecisionContext(store, voter.organizationId);
    electorates ??= electoratesOf(store, decisionContext, now);
    const proposal = proposalOf(submitHandlerOf, found);
    const inputs = await policyInputsOf(store, decisionContext, proposal, now);
    return await votePermissions(inputs, voter.userId, electorates);
  };
}
