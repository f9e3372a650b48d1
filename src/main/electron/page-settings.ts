import { type Session, type WebPreferences, nativeTheme } from 'electron';
import type { Theme } from '#preload/contract/themes.ts';

/** The page's ground colour, shown until its first paint so that nothing flashes (`--bg` of the tokens). */
export const groundColor = (): string => (nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f9fafc');

/** Sets what `prefers-color-scheme` says in both surfaces and how the system draws the window's frame. */
export function setTheme(theme: Theme): void {
  nativeTheme.themeSource = theme;
}

/** How our pages run, written out so that no default of Electron decides about it. */
export const webPreferences = (preload: string, session: Session, devTools: boolean): WebPreferences => ({
  preload,
  session,
  // The page's process has no more rights than a web site's: no Node, no files, no system calls.
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  // The preload's world and the page's are two: the page cannot reach into the bridge.
  contextIsolation: true,
  // Same-origin rules hold, and nothing insecure is mixed in.
  webSecurity: true,
  allowRunningInsecureContent: false,
  // A webview would be a page beside our rules.
  webviewTag: false,
  plugins: false,
  experimentalFeatures: false,
  // WebGL and auxiliary clicks are attack surface that no screen of ours needs.
  webgl: false,
  disableBlinkFeatures: 'Auxclick',
  // A file dropped beside a drop zone must not replace the page.
  navigateOnDragDrop: false,
  // Its dictionaries come from the network, and what is typed here is nobody else's business.
  spellcheck: false,
  // No `alert`, `confirm` or `prompt`: a box of the system's would speak in the console's name.
  disableDialogs: true,
  autoplayPolicy: 'user-gesture-required',
  // Countdowns and news go on while the window is behind another.
  backgroundThrottling: false,
  devTools,
});
