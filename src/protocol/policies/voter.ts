import type { Struct, Value } from './value.ts';

/** One user's hand, with the credential that stamped (or could stamp) it: the structs User and Credential of the language. */
export interface Voter {
  readonly userId: string;
  readonly user: Struct;
  readonly credential: Struct;
}

/** The environment of a `consensus` expression: each user once, whatever number of credentials was used. */
export function consensusEnvironment(hands: readonly Voter[]): Struct {
  const users = new Map<string, Value>(hands.map(({ userId, user }) => [userId, user]));
  return { approvers: [...users.values()], credentials: hands.map(({ credential }) => credential) };
}

/** The users behind the hands. */
export const userIdsOf = (hands: readonly Voter[]): ReadonlySet<string> =>
  new Set(hands.map(({ userId }) => userId));
