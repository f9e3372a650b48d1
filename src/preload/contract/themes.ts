// Without schemas: the window's first file, and the start of the privileged side, carry none.

/** What the window's colours go by. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
