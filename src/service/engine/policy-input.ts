import type { Voter } from '#protocol/policies/voter.ts';
import type { PolicyInput } from '../policies/decide.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { conditionValues } from './condition-values.ts';
import { userValues, type DecisionContext } from './decision-context.ts';
import type { SubmitHandler } from './operation-handler.ts';
import { standingVotes } from './standing-votes.ts';

/** What is to be decided over. */
export interface Proposal {
  readonly effect: SubmitHandler;
  readonly parameters: unknown;
  /** As they were sent: what policies see of them. */
  readonly echo: object;
  readonly votes: readonly VoteRow[];
}

/**
 * Puts a matter as the questions that the policies answer: one, or one for each thing that is acted on.
 * @param now milliseconds since the epoch
 */
export async function policyInputsOf(
  store: Store,
  constitution: DecisionContext,
  { effect, parameters, echo, votes }: Proposal,
  now: number,
): Promise<[PolicyInput, ...PolicyInput[]]> {
  const { organizationId, rootQuorum, policies, electorate } = constitution;
  const { rules, operation } = effect;
  const attempt = { operation, rules, parameters, echo };
  const [condition, ...otherConditions] = await conditionValues(store, organizationId, attempt, now);
  const standing = standingVotes(votes, now);
  const handsOf = (selection: VoteRow['selection']): Voter[] =>
    standing
      .filter((vote) => vote.selection === selection)
      .flatMap((vote) => handOf(vote, constitution) ?? []);
  const question: PolicyInput = {
    rootQuorum,
    rootOnly: rules.rootOnly ?? false,
    policies,
    condition,
    approvals: handsOf('VOTE_SELECTION_APPROVED'),
    rejections: handsOf('VOTE_SELECTION_REJECTED'),
    electorate,
  };
  return [question, ...otherConditions.map((other) => ({ ...question, condition: other }))];
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

/** The hand behind a vote, or undefined when its user is gone: the vote of a deleted user does not count. */
function handOf(vote: VoteRow, { users }: DecisionContext): Voter | undefined {
  const user = users.get(vote.user_id);
  if (user === undefined) return undefined;
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
