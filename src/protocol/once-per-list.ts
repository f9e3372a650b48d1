/**
 * Makes something of a list, once for as long as that very list is used: an organization's addresses are the same ten
 * thousand for each of ten thousand transactions. A list must not be changed afterwards.
 */
export function oncePerList<T, Item = string>(
  make: (list: readonly Item[]) => T,
): (list: readonly Item[]) => T {
  const made = new WeakMap<readonly Item[], { readonly value: T }>();
  return (list) => {
    const known = made.get(list) ?? { value: make(list) };
    made.set(list, known);
    return known.value;
  };
}
