import { create } from 'zustand';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';

/** The activity that is shown in full. */
export type DetailState =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: string }
  | { readonly state: 'failed'; readonly id: string; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly id: string; readonly detail: ActivityDetail };

export const useDetail = create<DetailState>(() => ({ state: 'none' }));

onOtherProfile(() => useDetail.setState({ state: 'none' }, true));

/** Loads an activity in full; the same one again is refreshed in place. */
export async function loadDetail(id: string): Promise<void> {
  const shown = useDetail.getState();
  if (shown.state === 'none' || shown.id !== id || shown.state === 'failed') {
    useDetail.setState({ state: 'loading', id }, true);
  }
  const whose = profileTurn();
  const isWanted = (): boolean => {
    const now = useDetail.getState();
    return now.state !== 'none' && now.id === id && profileTurn() === whose;
  };
  try {
    const detail = await getConsole().activities.get({ id });
    if (isWanted()) useDetail.setState({ state: 'ready', id, detail }, true);
  } catch (thrown) {
    if (isWanted()) useDetail.setState({ state: 'failed', id, error: asBridgeError(thrown) }, true);
  }
}
