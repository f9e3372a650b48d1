const GROUP = '[role=group]';

/**
 * Moves the search's focus to the first row of the next group of results, or of the one before; behind the last group comes the first.
 * The rows have no focus of their own while letters are typed, so that the list is moved by the keys that it knows.
 */
export function focusNextGroup(list: Element, isBackward: boolean): void {
  const rows = [...list.querySelectorAll('[role=option]')];
  const firsts = rows.flatMap((row, index) =>
    row.closest(GROUP) === rows[index - 1]?.closest(GROUP) ? [] : [index],
  );
  const at = rows.findIndex((row) => row.hasAttribute('data-focused'));
  const isHere = (first: number): boolean => rows[first]?.closest(GROUP) === rows[at]?.closest(GROUP);
  const to = isBackward
    ? (firsts.findLast((first) => first < at && !isHere(first)) ?? firsts.at(-1))
    : (firsts.find((first) => first > at) ?? firsts[0]);
  if (to === undefined) return;
  const key = to > at ? 'ArrowDown' : 'ArrowUp';
  const from = rows[at] ?? list;
  for (let steps = Math.abs(to - at); steps > 0; steps -= 1)
    from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
