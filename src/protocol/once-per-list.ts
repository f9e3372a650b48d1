/** Makes something of an object, once for as long as that very object is used. It must not be changed afterwards. */
export function oncePerObject<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known.value;
    const value = make(of);
    made.set(of, { value });
    return value;
  };
}

/** As `oncePerObject`, of a list: an organization's addresses are the same ten thousand for each of ten thousand transactions. */
export const oncePerList = <T, Item = string>(
  make: (list: readonly Item[]) => T,
): ((list: readonly Item[]) => T) => oncePerObject(make);
