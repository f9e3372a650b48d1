import { contextError } from './errors.ts';

/** Counts selections of a profile: to go to another one and back leaves no trace in which one is selected now. */
export interface Selections {
  /** To be told of each, as soon as the other profile is read. */
  readonly note: () => void;
  /**
   * Begins to watch. What it gives throws once a profile was selected since.
   * @throws AppError `PROFILE_LEFT`
   */
  readonly watchProfile: () => () => void;
}

export function createSelections(): Selections {
  let count = 0;
  return {
    note: () => {
      count += 1;
    },
    watchProfile: () => {
      const before = count;
      return () => {
        if (count !== before) throw contextError('PROFILE_LEFT');
      };
    },
  };
}
