import type { AppSnapshot } from '#preload/contract/app.ts';

export type Theme = AppSnapshot['theme'];

/** Draws the window in a theme; `system` follows the operating system. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
