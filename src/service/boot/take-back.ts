/** What is to be done at the end, the last first. */
export type Undo = (() => Promise<void> | void)[];

/**
 * Takes every step, the last first: one that fails keeps no other from being taken.
 * @throws what the first one that failed threw, once all were taken
 */
export async function takeBack(undo: Undo): Promise<void> {
  const faults: unknown[] = [];
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
