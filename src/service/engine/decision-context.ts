import type { Policy, RootQuorum, Voter } from '#protocol/policies/evaluate-policy.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import {
  CONDITION_KEYWORDS,
  CONSENSUS_KEYWORDS,
  type Keywords,
  TIME_KEYWORDS,
} from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { usableCredentials } from '../storage/credentials.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { listRows } from '../storage/rows.ts';
import type { PolicyRow, UserRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';

/** What an organization decides by: its users, their credentials, its root quorum and its policies, as of now. */
export interface DecisionContext {
  readonly organizationId: string;
  readonly rootQuorum: RootQuorum;
  readonly policies: readonly Policy[];
  readonly users: ReadonlyMap<string, UserRow>;
  readonly electorate: readonly Voter[];
}

/** Reads what an organization decides by at `now` (milliseconds since the epoch). */
export async function readDecisionContext(
  store: Store,
  organizationId: string,
  now: number,
): Promise<DecisionContext> {
  const users = new Map((await listRows(store, 'user', organizationId)).map((user) => [user.id, user]));
  const credentials = await usableCredentials(store, organizationId, now);
  return {
    organizationId,
    rootQuorum: await findRootQuorum(store, organizationId),
    policies: await policiesOf(store, organizationId),
    users,
    electorate: credentials.flatMap(({ id, userId, type, credentialId, publicKey }) => {
      const user = users.get(userId);
      if (user === undefined) return [];
      const credential = {
        id,
        user_id: userId,
        type,
        credential_id: credentialId,
        public_key: publicKey,
      };
      return [{ userId, user: userValues(user), credential }];
    }),
  };
}

async function policiesOf(store: Store, organizationId: string): Promise<readonly Policy[]> {
  const rows = await listRows(store, 'policy', organizationId);
  return rows.map((row) => parsed(row, readExpression));
}

/** The struct User of the policy language. */
export const userValues = (user: UserRow): Struct => ({
  id: user.id,
  tags: JSON.parse(user.tags) as string[],
  email: user.email ?? '',
  alias: user.name,
});

/** A row is kept as long as no policy changes, and its policy with it. */
const parsedPolicies = new WeakMap<PolicyRow, Policy>();

function parsed(row: PolicyRow, expressionOf: ExpressionReader): Policy {
  const known = parsedPolicies.get(row);
  if (known !== undefined) return known;
  const condition = expressionOf(row.condition, CONDITION_KEYWORDS);
  const consensus = expressionOf(row.consensus, CONSENSUS_KEYWORDS);
  const time = expressionOf(row.time, TIME_KEYWORDS);
  const policy = {
    policyId: row.id,
    effect: row.effect,
    ...(condition && { condition }),
    ...(consensus && { consensus }),
    ...(time && { time }),
  };
  parsedPolicies.set(row, policy);
  return policy;
}

type ExpressionReader = (text: string | null, keywords: Keywords) => Expression | undefined;

/** As many characters of expressions are kept read; then all are read anew. An organization has no more. */
export const MOST_READ = 4 * 1024 * 1024;

/**
 * Reads expressions, those with the same text into the same: policies are often made after one pattern, and when one of a
 * thousand changes, the others are what they were. A text means the same whoever wrote it.
 */
function createExpressionReader(): ExpressionReader {
  const known = new Map<Keywords, Map<string, Expression>>();
  let characters = 0;
  return (text, keywords) => {
    if (text === null) return undefined;
    const found = known.get(keywords)?.get(text);
    if (found !== undefined) return found;
    const expression = parsePolicy(text, keywords);
    if (characters + text.length > MOST_READ) {
      known.clear();
      characters = 0;
    }
    const ofKeywords = known.get(keywords) ?? new Map<string, Expression>();
    known.set(keywords, ofKeywords.set(text, expression));
    characters += text.length;
    return expression;
  };
}

/** Reads an expression, or has read it. @throws PolicyError with the position */
export const readExpression = createExpressionReader();
