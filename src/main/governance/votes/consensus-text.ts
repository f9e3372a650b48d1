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
export const withNames = (consensus: string, names: ReadonlyMap<string, string>): string =>
  consensus.replace(/'([0-9a-f-]{36})'/g, (quoted, id: string) => {
    const name = names.get(id);
    return name === undefined ? quoted : `“${name}”`;
  });
