import { create } from 'zustand';

/** The screens of the console. */
export const SCREEN_IDS = ['sign', 'activities', 'keys', 'credentials', 'journal', 'settings'] as const;
export type ScreenId = (typeof SCREEN_IDS)[number];

interface Navigation {
  readonly screen: ScreenId;
  /** What a screen says about itself beside its title; it goes with the screen. */
  readonly subtitle: string;
  /** What the screen should show first: a record's id, or a form such as `create`. */
  readonly focus: string | null;
}

export const useNavigation = create<Navigation>(() => ({ screen: 'sign', subtitle: '', focus: null }));

/** Goes to a screen, and there to a record or a form. */
export function go(screen: ScreenId, focus: string | null = null): void {
  useNavigation.setState((state) => ({
    screen,
    focus,
    subtitle: state.screen === screen ? state.subtitle : '',
  }));
}
