import { setImmediate } from 'node:timers/promises';

/** The lists that are looked at before: requests that all looked at an item in each turn would hold others up together. */
let earlier: Promise<unknown> = Promise.resolve();

/**
 * Looks at each item of a list, before a transaction that has no time for it; others have turns meanwhile. Lists are looked at
 * one after the other.
 * @throws what `look` throws
 */
export function lookInTurns<T>(
  list: readonly T[],
  look: (item: T, index: number) => unknown,
): Promise<undefined> {
  const looked = earlier.then(() => lookAtEach(list, look));
  earlier = looked.catch(() => undefined);
  return looked;
}

async function lookAtEach<T>(
  list: readonly T[],
  look: (item: T, index: number) => unknown,
): Promise<undefined> {
  for (const [index, item] of list.entries()) {
    look(item, index);
    await setImmediate();
  }
}
