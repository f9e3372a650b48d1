import type { RecognisedAction } from '#chains/model/decoded.ts';

/**
 * The steps worth listing: a batch alone is its calls, and one action alone is what sentence and facts already say.
 * @returns the steps in their order; none where there is nothing to add
 */
export function stepsOf(actions: readonly RecognisedAction[]): readonly RecognisedAction[] {
  const [only] = actions;
  return actions.length === 1 && only ? only.actions : actions;
}
