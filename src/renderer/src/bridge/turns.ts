/** Whether something newer has begun while an answer was awaited. */
export interface Turns {
  /** Begins a turn, and ends the one before. @returns whether it is still under way */
  readonly begin: () => () => boolean;
  /** The turn that is under way. @returns whether it still is */
  readonly current: () => () => boolean;
  /** Ends the turn that is under way: what it awaits is for nobody. */
  readonly end: () => void;
}

/** Makes turns that follow each other: of a store, or of a component, which has them as a state. */
export function createTurns(): Turns {
  let newest = 0;
  const end = (): void => void (newest += 1);
  const current = (): (() => boolean) => {
    const mine = newest;
    return () => newest === mine;
  };
  return {
    begin: () => {
      end();
      return current();
    },
    current,
    end,
  };
}
