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
import { type DatedCredential, allCredentials, datedCredentialsOf } from '../storage/credentials.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { recall } from '../storage/kept-rows.ts';
import { listRows, rowsAmong } from '../storage/rows.ts';
import type { PolicyRow, UserRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { lookingAhead } from '../storage/turns.ts';

/** What an organization decides by: its root quorum and its policies. */
export interface DecisionContext {
  readonly organizationId: string;
  readonly rootQuorum: RootQuorum;
  readonly policies: readonly Policy[];
}

/** Reads what an organization decides by. */
export const readDecisionContext = async (
  store: Store,
  organizationId: string,
): Promise<DecisionContext> => ({
  organizationId,
  rootQuorum: await findRootQuorum(store, organizationId),
  policies: await policiesOf(store, organizationId),
});

/** All users of an organization who can vote at `now` (milliseconds since the epoch), once for each credential. */
export async function readElectorate(
  store: Store,
  organizationId: string,
  now: number,
): Promise<readonly Voter[]> {
  const hands = await recall(store, HANDS, `hands ${organizationId}`, async () =>
    handsOf(await listRows(store, 'user', organizationId), await allCredentials(store, organizationId)),
  );
  return votersAt(hands, now);
}

/** Those of them who are among some users. */
export async function readVoters(
  store: Store,
  organizationId: string,
  userIds: readonly string[],
  now: number,
): Promise<readonly Voter[]> {
  const users = await rowsAmong(store, 'user', organizationId, { column: 'id', values: userIds });
  return votersAt(handsOf(users, await datedCredentialsOf(store, organizationId, userIds)), now);
}

const votersAt = (hands: readonly Hand[], now: number): readonly Voter[] =>
  hands.filter(({ endsAt }) => endsAt > now).map(({ voter }) => voter);

const HANDS = 'user api_key session_key authenticator';

/** A user with one of the credentials, until that ends. */
interface Hand {
  readonly voter: Voter;
  readonly endsAt: number;
}

function handsOf(users: readonly UserRow[], credentials: readonly DatedCredential[]): readonly Hand[] {
  const valuesOf = new Map(users.map((user) => [user.id, userValues(user)]));
  return credentials.flatMap(({ id, userId, type, credentialId, publicKey, endsAt }) => {
    const user = valuesOf.get(userId);
    if (user === undefined) return [];
    const credential = {
      id,
      user_id: userId,
      type,
      credential_id: credentialId,
      public_key: publicKey,
    };
    return [{ voter: { userId, user, credential }, endsAt }];
  });
}

async function policiesOf(store: Store, organizationId: string): Promise<readonly Policy[]> {
  const rows = await listRows(store, 'policy', organizationId);
  return rows.map(parsed);
}

/** So many characters of expressions are read in one turn of the event loop, in a few milliseconds. */
const READ_AT_ONCE = 64 * 1024;

/**
 * Has the policies of an organization read before a decision needs them, where they are long: others have a turn after each.
 * One that can't be read is left to the decision.
 */
export async function readPoliciesAhead(store: Store, organizationId: string): Promise<void> {
  await recall(store, 'policy', `ahead ${organizationId}`, async () => {
    const rows = await listRows(store, 'policy', organizationId);
    const unread = rows
      .map((row) => ({ row, characters: unreadOf(row) }))
      .filter((each) => each.characters > 0);
    if (unread.reduce((sum, { characters }) => sum + characters, 0) > READ_AT_ONCE)
      await lookingAhead.doEach(unread, ({ row }) => {
        try {
          parsed(row);
        } catch {
          // Many requests are carried out without a decision over policies.
        }
      });
    return true;
  });
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

/** The cache of parsed expressions holds this many characters, and an organization has no more; a full cache is emptied. */
export const MOST_READ = 4 * 1024 * 1024;

/**
 * Reads expressions, those with the same text into the same: policies are often made after one pattern, and when one of a
 * thousand changes, the others are what they were. A text means the same whoever wrote it.
 */
class ExpressionReader {
  readonly #known = new Map<Keywords, Map<string, Expression>>();
  #characters = 0;

  has(text: string, keywords: Keywords): boolean {
    return this.#known.get(keywords)?.has(text) === true;
  }

  read(text: string | null, keywords: Keywords): Expression | undefined {
    if (text === null) return undefined;
    const found = this.#known.get(keywords)?.get(text);
    if (found !== undefined) return found;
    const expression = parsePolicy(text, keywords);
    if (this.#characters + text.length > MOST_READ) {
      this.#known.clear();
      this.#characters = 0;
    }
    const ofKeywords = this.#known.get(keywords) ?? new Map<string, Expression>();
    this.#known.set(keywords, ofKeywords.set(text, expression));
    this.#characters += text.length;
    return expression;
  }
}

const reader = new ExpressionReader();

/** Reads an expression, or has read it. @throws PolicyError with the position */
export const readExpression = (text: string | null, keywords: Keywords): Expression | undefined =>
  reader.read(text, keywords);

/** The characters of a policy's expressions that are not read yet. */
const unreadOf = ({ condition, consensus, time }: PolicyRow): number =>
  [
    [condition, CONDITION_KEYWORDS] as const,
    [consensus, CONSENSUS_KEYWORDS] as const,
    [time, TIME_KEYWORDS] as const,
  ].reduce(
    (sum, [text, keywords]) => sum + (text === null || reader.has(text, keywords) ? 0 : text.length),
    0,
  );
