/**
 * What the window may draw before the privileged side has told its state, as the fragment of the page's first address: the
 * screens where they came last time, the first question where nothing was kept yet. It decides nothing: the state that comes does.
 */
export const OPENINGS = { screens: '#opening', question: '#new' } as const;
export type Opening = keyof typeof OPENINGS;
