import type { ScreenId } from './navigation.ts';

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
  palette: { ...mod('k'), does: 'Find a screen or an operation' },
  lock: { ...mod('l'), does: 'Lock the console' },
  // On most keyboards it takes Shift.
  sheet: { keys: '[Shift]+?', printed: '?', does: 'Show the shortcuts' },
} as const satisfies Record<string, Shortcut>;

/** Going to a screen: `g`, then a letter; for the first ones also the command key with a digit. */
export const GO_TO: Readonly<Record<ScreenId, Shortcut & { readonly digit?: string }>> = {
  sign: { keys: 'g s', printed: 'G S', does: 'Go to Sign', digit: '$mod+1' },
  batch: { keys: 'g b', printed: 'G B', does: 'Go to Batch' },
  activities: { keys: 'g a', printed: 'G A', does: 'Go to Activities', digit: '$mod+2' },
  keys: { keys: 'g k', printed: 'G K', does: 'Go to Private keys', digit: '$mod+3' },
  export: { keys: 'g x', printed: 'G X', does: 'Go to Export' },
  import: { keys: 'g i', printed: 'G I', does: 'Go to Import' },
  credentials: { keys: 'g c', printed: 'G C', does: 'Go to Credentials', digit: '$mod+4' },
  sessions: { keys: 'g n', printed: 'G N', does: 'Go to Sessions', digit: '$mod+8' },
  wallets: { keys: 'g w', printed: 'G W', does: 'Go to Wallets and secrets' },
  integrations: { keys: 'g h', printed: 'G H', does: 'Go to Integrations' },
  organization: { keys: 'g u', printed: 'G U', does: 'Go to Organization' },
  journal: { keys: 'g j', printed: 'G J', does: 'Go to Journal', digit: '$mod+5' },
  operations: { keys: 'g o', printed: 'G O', does: 'Go to Operations', digit: '$mod+7' },
  settings: { keys: 'g e', printed: 'G E', does: 'Go to Settings', digit: '$mod+6' },
};
