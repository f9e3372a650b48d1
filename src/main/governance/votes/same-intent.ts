/** What differs between two requests for the same thing: keys that are made anew for each one. */
const MADE_ANEW = new Set(['targetPublicKey']);

/**
 * Whether two intents say the same: members in any order, and one that is null is as good as absent, which is how intents
 * are echoed (PROTOCOL.md, section 6.1).
 */
export const saysSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Whether two requests ask for the same thing: as `saysSame`, whatever key the answer is to be sealed to. */
export const asksSame = (one: unknown, other: unknown): boolean =>
  canonical(one, MADE_ANEW) === canonical(other, MADE_ANEW);

const canonical = (value: unknown, without: ReadonlySet<string> = new Set()): string =>
  JSON.stringify([ordered(value, without)]);

function ordered(value: unknown, without: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, without));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name, member]) => member !== null && member !== undefined && !without.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, ordered(member, without)]);
  // Still an object: a list of pairs must not pass for one.
  return { members };
}
