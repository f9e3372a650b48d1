/**
 * The fragment of the page's first address where the window may draw its list of screens before the privileged side has told its
 * state. It decides nothing: the state that comes does.
 */
export const OPENS_WITH_SCREENS = '#opening';
