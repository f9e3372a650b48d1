import { nativeTheme } from 'electron';

/** The page's ground colour, shown until its first paint so that nothing flashes (`--bg` of the tokens). */
export const groundColor = (): string => (nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f9fafc');

/** Sets what `prefers-color-scheme` says in both surfaces and how the system draws the window's frame. */
export function setTheme(theme: 'system' | 'light' | 'dark'): void {
  nativeTheme.themeSource = theme;
}
