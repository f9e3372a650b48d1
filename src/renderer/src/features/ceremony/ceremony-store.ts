import { create } from 'zustand';
import type { KeyCeremoniesState } from '#preload/contract/key-ceremonies.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';

/** What the privileged side has of ceremonies; never a word of a share. */
type KnownCeremonies =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | ({ readonly state: 'ready' } & KeyCeremoniesState);

export const useCeremonies = create<KnownCeremonies>(() => ({ state: 'loading' }));

/** The ceremony on the screen, by its number; null for the list. */
export const useShownCeremony = create<{ readonly id: string | null }>(() => ({ id: null }));

/** Shows a ceremony, or the list. */
export const showCeremony = (id: string | null): void => useShownCeremony.setState({ id });

onOtherProfile(() => showCeremony(null));

/** Asks for what there is. */
export async function loadCeremonies(): Promise<void> {
  try {
    useCeremonies.setState({ state: 'ready', ...(await getConsole().keyCeremonies.state()) }, true);
  } catch (thrown) {
    useCeremonies.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  }
}

/** Follows what there is; gives what ends that. */
export function followCeremonies(): () => void {
  const stop = getConsole().keyCeremonies.changed((state) =>
    useCeremonies.setState({ state: 'ready', ...state }, true),
  );
  void loadCeremonies();
  return () => {
    stop();
    useCeremonies.setState({ state: 'loading' }, true);
  };
}
