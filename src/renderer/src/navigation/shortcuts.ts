import type { ScreenId } from './navigation.ts';
import { NAVIGATION_TEXT } from './text.ts';

/** A shortcut: the key as tinykeys takes it, as it is printed, and what it does. */
export interface Shortcut {
  readonly keys: string;
  readonly printed: string;
  readonly does: string;
}

const isMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');
const mod = (key: string): Pick<Shortcut, 'keys' | 'printed'> => ({
  keys: `$mod+${key}`,
  printed: isMac ? `⌘ ${key.toUpperCase()}` : `Ctrl ${key.toUpperCase()}`,
});

/** The shortcuts that work on every screen; the palette, the tooltips and the sheet print them from here. */
export const SHORTCUTS = {
  palette: { ...mod('k'), does: NAVIGATION_TEXT.search },
  lock: { ...mod('l'), does: NAVIGATION_TEXT.lock },
  // On some keyboards it takes Shift, as the next one does on most.
  find: { keys: '[Shift]+/', printed: '/', does: NAVIGATION_TEXT.find },
  sheet: { keys: '[Shift]+?', printed: '?', does: NAVIGATION_TEXT.sheet },
} as const satisfies Record<string, Shortcut>;

/** Going to a screen: `g`, then a letter; for the first ones also the command key with a digit. */
export const GO_TO: Readonly<Record<ScreenId, Shortcut & { readonly digit?: string }>> = {
  sign: { keys: 'g s', printed: 'G S', does: NAVIGATION_TEXT.go.sign, digit: '$mod+1' },
  payments: { keys: 'g p', printed: 'G P', does: NAVIGATION_TEXT.go.payments },
  batch: { keys: 'g b', printed: 'G B', does: NAVIGATION_TEXT.go.batch },
  activities: { keys: 'g a', printed: 'G A', does: NAVIGATION_TEXT.go.activities, digit: '$mod+2' },
  contacts: { keys: 'g t', printed: 'G T', does: NAVIGATION_TEXT.go.contacts },
  keys: { keys: 'g k', printed: 'G K', does: NAVIGATION_TEXT.go.keys, digit: '$mod+3' },
  export: { keys: 'g x', printed: 'G X', does: NAVIGATION_TEXT.go.export },
  import: { keys: 'g i', printed: 'G I', does: NAVIGATION_TEXT.go.import },
  credentials: { keys: 'g c', printed: 'G C', does: NAVIGATION_TEXT.go.credentials, digit: '$mod+4' },
  sessions: { keys: 'g n', printed: 'G N', does: NAVIGATION_TEXT.go.sessions, digit: '$mod+8' },
  wallets: { keys: 'g w', printed: 'G W', does: NAVIGATION_TEXT.go.wallets },
  integrations: { keys: 'g h', printed: 'G H', does: NAVIGATION_TEXT.go.integrations },
  organization: { keys: 'g u', printed: 'G U', does: NAVIGATION_TEXT.go.organization },
  journal: { keys: 'g j', printed: 'G J', does: NAVIGATION_TEXT.go.journal, digit: '$mod+5' },
  offline: { keys: 'g f', printed: 'G F', does: NAVIGATION_TEXT.go.offline },
  ceremony: { keys: 'g y', printed: 'G Y', does: NAVIGATION_TEXT.go.ceremony },
  operations: { keys: 'g o', printed: 'G O', does: NAVIGATION_TEXT.go.operations, digit: '$mod+7' },
  settings: { keys: 'g e', printed: 'G E', does: NAVIGATION_TEXT.go.settings, digit: '$mod+6' },
};

/** Whether a dialog is open: what lies behind it must not change. */
export const isBehindDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Letters belong to whoever is typing or choosing. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('input, textarea, [contenteditable], [role=menu], [role=listbox]') != null;
}
