import { create } from 'zustand';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { onOtherViewer } from '../../bridge/query.ts';
import { createTurns } from '../../bridge/turns.ts';

/** The activity that is shown in full. */
export type DetailState =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: string }
  | { readonly state: 'failed'; readonly id: string; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly id: string; readonly detail: ActivityDetail };

export const useDetail = create<DetailState>(() => ({ state: 'none' }));

const turns = createTurns();

// Whose vote is missing is not the same for another credential.
onOtherViewer(() => {
  turns.end();
  useDetail.setState({ state: 'none' }, true);
});

/** What is shown beside the chosen row: never another activity, whatever was loaded last. */
export const detailBeside = (detail: DetailState, selectedId: string | null): DetailState => {
  if (selectedId === null) return { state: 'none' };
  return detail.state !== 'none' && detail.id === selectedId ? detail : { state: 'loading', id: selectedId };
};

/** Loads an activity in full; the same one again is refreshed in place. */
export async function loadDetail(id: string): Promise<void> {
  const shown = useDetail.getState();
  if (shown.state === 'none' || shown.id !== id || shown.state === 'failed') {
    useDetail.setState({ state: 'loading', id }, true);
  }
  const isMine = turns.current();
  const isWanted = (): boolean => {
    const now = useDetail.getState();
    return now.state !== 'none' && now.id === id && isMine();
  };
  try {
    const detail = await getConsole().activities.get({ id });
    if (isWanted()) useDetail.setState({ state: 'ready', id, detail }, true);
  } catch (thrown) {
    if (isWanted()) useDetail.setState({ state: 'failed', id, error: asBridgeError(thrown) }, true);
  }
}

/** Loads the activity anew after a vote on it, unless another is shown by then. */
export async function reloadDetail(id: string): Promise<void> {
  const shown = useDetail.getState();
  if (shown.state !== 'none' && shown.id === id) await loadDetail(id);
}
