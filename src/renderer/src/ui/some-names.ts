/** The first of some names in a sentence, and how many others there are: "A, B and 3 others". */
export function someNames(names: readonly string[], most: number): string {
  const others = names.length - most;
  if (others <= 0) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`;
}
