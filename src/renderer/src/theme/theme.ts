import type { Theme } from '#preload/contract/themes.ts';

/** Draws the window in a theme; `system` follows the operating system. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
