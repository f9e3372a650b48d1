import type { User } from '#protocol/catalogue/users.ts';
import { type Voter, concerns, consensusEnvironment } from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import { literalsOf } from './mentions.ts';

/** Kinds of credential that any user may have. */
const TYPES = ['CREDENTIAL_TYPE_API_KEY_P256', 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR'];
/** So many approvals of users of no particular name are tried. */
const MOST = 10;

const strangerOf = (index: number, type: string): Voter => ({
  userId: `stranger-${index}`,
  user: { id: `stranger-${index}`, tags: [], email: '', alias: `stranger-${index}` },
  credential: {
    ...{ id: `credential-${index}`, user_id: `stranger-${index}`, type },
    ...{ credential_id: '', public_key: '' },
  },
});

/** Somebody whom a consensus may name, and what to call them. */
interface Candidate {
  readonly name: string;
  readonly hand: Voter;
}

/** A user as a consensus sees it, once for each credential. */
export const handsOf = ({
  userId,
  userName,
  userEmail,
  userTags,
  apiKeys,
  authenticators,
}: User): Voter[] => {
  const user = { id: userId, tags: userTags, email: userEmail ?? '', alias: userName };
  const credential = (id: string, type: string, publicKey: string, credentialId: string): Voter => ({
    userId,
    user,
    credential: { id, user_id: userId, type, credential_id: credentialId, public_key: publicKey },
  });
  const keys = apiKeys.map((each) =>
    credential(each.apiKeyId, each.credential.type, each.credential.publicKey, ''),
  );
  const passkeys = authenticators.map((each) =>
    credential(each.authenticatorId, each.credential.type, each.credential.publicKey, each.credentialId),
  );
  return [...keys, ...passkeys];
};

/** Somebody of whom every text is the one that the consensus looks for. */
const namesake = (text: string): Voter => ({
  userId: text,
  user: { id: text, tags: [text], email: text, alias: text },
  credential: { id: text, user_id: text, type: text, credential_id: text, public_key: text },
});

/** Those whom an expression names, as users that are there or by the words that it uses. */
function candidatesOf(consensus: Expression, users: readonly User[]): Candidate[] {
  const texts = [...new Set(literalsOf(consensus))].filter((each) => typeof each === 'string');
  const ids = new Set(texts.length === 0 ? [] : users.map(({ userId }) => userId));
  return [
    ...users.flatMap((user) => handsOf(user).map((hand) => ({ name: user.userName, hand }))),
    ...texts.filter((text) => !ids.has(text)).map((text) => ({ name: text, hand: namesake(text) })),
  ];
}

/** Whether a consensus holds for some approvals; an error of it counts as `onError` says. */
export const agrees = (
  consensus: Expression | undefined,
  hands: readonly Voter[],
  onError = false,
): boolean => {
  if (consensus === undefined) return true;
  const value = evaluate(consensus, consensusEnvironment(hands));
  return typeof value === 'boolean' ? value : onError && concerns(consensus, consensusEnvironment(hands));
};

/** Who is enough for a consensus. */
export interface Approvers {
  /** How few users of no particular name are enough; undefined where it takes somebody in particular, or more than ten. */
  readonly anyone: number | undefined;
  /** The names of those who are enough alone; empty where anyone is. */
  readonly alone: readonly string[];
}

/** @param users those of the organization, where they are known */
export function approversOf(consensus: Expression | undefined, users: readonly User[]): Approvers {
  if (consensus === undefined) return { anyone: 1, alone: [] };
  const anyone = Array.from({ length: MOST }, (_, index) => index + 1).find((count) =>
    strangers(count).some((hands) => agrees(consensus, hands)),
  );
  if (anyone === 1) return { anyone, alone: [] };
  const alone = candidatesOf(consensus, users).filter(({ hand }) => agrees(consensus, [hand]));
  return { anyone, alone: [...new Set(alone.map(({ name }) => name))] };
}

/** Sets of approvals to compare two consensuses over: strangers in numbers, and everybody who is named, alone and together. */
export function* sampleBallots(
  consensuses: readonly (Expression | undefined)[],
  users: readonly User[],
): Generator<readonly Voter[]> {
  const named = consensuses.flatMap((each) => (each === undefined ? [] : candidatesOf(each, users)));
  const hands = named.map(({ hand }) => hand);
  const unnamed = Array.from({ length: MOST }, (_, index) => strangers(index + 1));
  yield* unnamed.flat();
  for (const hand of hands) yield [hand];
  const few = unnamed.slice(0, 3).flatMap(([first]) => (first === undefined ? [] : [first]));
  for (const hand of hands) for (const others of few) yield [hand, ...others];
  for (const [index, one] of hands.slice(0, 30).entries())
    for (const other of hands.slice(index + 1, 30)) yield [one, other];
  if (hands.length > 0) yield hands;
}

const strangers = (count: number): Voter[][] =>
  TYPES.map((type) => Array.from({ length: count }, (_, index) => strangerOf(index, type)));
