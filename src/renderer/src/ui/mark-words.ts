/** A stretch of a text, found or not. */
interface Stretch {
  readonly text: string;
  readonly isFound: boolean;
}

/**
 * Where the words that were typed stand in a text: each place of each word, whatever the case.
 * @returns stretches that joined are the text
 */
export function markWords(text: string, query: string): readonly Stretch[] {
  const have = text.toLowerCase();
  // A letter whose small form is longer would shift all places behind it.
  if (have.length !== text.length) return [{ text, isFound: false }];
  const isFound = Array.from({ length: text.length }, () => false);
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean))
    for (let at = have.indexOf(word); at >= 0; at = have.indexOf(word, at + 1))
      isFound.fill(true, at, at + word.length);
  const stretches: Stretch[] = [];
  for (let from = 0; from < text.length;) {
    let to = from;
    while (to < text.length && isFound[to] === isFound[from]) to += 1;
    stretches.push({ text: text.slice(from, to), isFound: isFound[from] === true });
    from = to;
  }
  return stretches;
}
