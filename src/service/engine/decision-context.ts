import { oncePerObject } from '#protocol/once-per-list.ts';
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
  return rows.map(parsed);
}

/** The struct User of the policy language. */
export const userValues = (user: UserRow): Struct => ({
  id: user.id,
  tags: JSON.parse(user.tags) as string[],
  email: user.email ?? '',
  alias: user.name,
});

/** A row is kept as long as no policy changes, and its policy with it. */
const parsed = oncePerObject((row: PolicyRow): Policy => {
  const condition = readExpression(row.condition, CONDITION_KEYWORDS);
  const consensus = readExpression(row.consensus, CONSENSUS_KEYWORDS);
  const time = readExpression(row.time, TIME_KEYWORDS);
  return {
    policyId: row.id,
    effect: row.effect,
    ...(condition && { condition }),
    ...(consensus && { consensus }),
    ...(time && { time }),
  };
});

type ExpressionReader = (text: string | null, keywords: Keywords) => Expression | undefined;

/** The cache of parsed expressions holds this many characters, and an organization has no more; a full cache is emptied. */
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
