/** The users who can do everything together (PROTOCOL.md, section 6.6). */
export interface RootQuorum {
  readonly threshold: number;
  readonly userIds: readonly string[];
}

/** Whether enough members of the quorum are among the users. */
export function meetsQuorum(quorum: RootQuorum, userIds: ReadonlySet<string>): boolean {
  const members = new Set(quorum.userIds);
  const present = [...members].filter((id) => userIds.has(id)).length;
  // A threshold below one would let nobody at all act as root.
  return quorum.threshold >= 1 && present >= quorum.threshold;
}
