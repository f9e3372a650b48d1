import { useEffect } from 'react';
import { create } from 'zustand';
import { onOtherProfile } from '../bridge/app-state.ts';

/** The screens of the console. */
export const SCREEN_IDS = [
  'sign',
  'payments',
  'batch',
  'activities',
  'contacts',
  'keys',
  'wallets',
  'export',
  'import',
  'credentials',
  'sessions',
  'organization',
  'integrations',
  'offline',
  'ceremony',
  'operations',
  'journal',
  'settings',
] as const;
export type ScreenId = (typeof SCREEN_IDS)[number];

interface Navigation {
  readonly screen: ScreenId;
  /** What a screen says about itself beside its title; it goes with the screen. */
  readonly subtitle: string;
  /** What the screen should show first: a record's id, or a form such as `create`. */
  readonly focus: string | null;
  /** Counts arrivals, so that being sent to where one already is still opens what was asked for. */
  readonly visit: number;
}

/**
 * The screen that the page's address names. The address outlives the page: locking takes the page's memory away, and the window
 * comes back here. No record stands in it, and nothing that was typed.
 */
const screenOf = (hash: string): ScreenId => SCREEN_IDS.find((id) => `#${id}` === hash) ?? 'sign';

export const useNavigation = create<Navigation>(() => ({
  screen: screenOf(typeof location === 'undefined' ? '' : location.hash),
  subtitle: '',
  focus: null,
  visit: 0,
}));

useNavigation.subscribe(({ screen }, before) => {
  if (screen !== before.screen && typeof history !== 'undefined')
    history.replaceState(null, '', `#${screen}`);
});

// A record of one profile is none of another.
onOtherProfile(() => useNavigation.setState({ focus: null, subtitle: '' }));

/** Goes to a screen, and there to a record or a form. */
export function go(screen: ScreenId, focus: string | null = null): void {
  useNavigation.setState((state) =>
    // Choosing the screen one is on must not throw away what is being typed there.
    state.screen === screen && focus === null
      ? state
      : { screen, focus, subtitle: '', visit: state.visit + 1 },
  );
}

/** What lies over the screen: the command palette, or the sheet of shortcuts. */
type Overlay = 'palette' | 'sheet' | null;

export const useOverlay = create<{ readonly overlay: Overlay }>(() => ({ overlay: null }));

/** Opens one, or closes whatever is open. */
export const showOverlay = (overlay: Overlay): void => useOverlay.setState({ overlay });

/** Puts words beside the screen's title for as long as the screen is there. */
export function useSubtitle(subtitle: string): void {
  useEffect(() => {
    useNavigation.setState({ subtitle });
    return () => useNavigation.setState({ subtitle: '' });
  }, [subtitle]);
}
