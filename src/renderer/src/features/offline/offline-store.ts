import { create } from 'zustand';
import type { OfflineItem, OfflineState } from '#preload/contract/offline.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';

/** What is open on the privileged side, and which of it is shown. */
export type OpenFiles =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | ({ readonly state: 'ready' } & OfflineState);

export const useOpenFiles = create<OpenFiles>(() => ({ state: 'loading' }));

interface Shown {
  /** A request or an answer, by its ID; null for the list. */
  readonly id: string | null;
}
export const useShown = create<Shown>(() => ({ id: null }));

/** Shows one request or answer, or the list. */
export const showOpenFile = (id: string | null): void => useShown.setState({ id });

onOtherProfile(() => showOpenFile(null));

/** Asks for what is open. */
export async function loadOpenFiles(): Promise<void> {
  try {
    useOpenFiles.setState({ state: 'ready', ...(await getConsole().offline.state()) }, true);
  } catch (thrown) {
    useOpenFiles.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  }
}

/** Follows what is open; gives what ends that. */
export function followOpenFiles(): () => void {
  const stop = getConsole().offline.changed((state) =>
    useOpenFiles.setState({ state: 'ready', ...state }, true),
  );
  void loadOpenFiles();
  return () => {
    stop();
    useOpenFiles.setState({ state: 'loading' }, true);
  };
}

/** Whether this console only carries it: another one stamps. */
export const isCarried = ({ refusal, stamp }: OfflineItem): boolean =>
  refusal?.code === 'OFFLINE_CREDENTIAL_UNKNOWN' || stamp?.isMadeHere === false;

/** Whether no service takes it any more. */
export const isLapsed = ({ lapsesAtMs }: OfflineItem, nowMs: number): boolean => nowMs >= lapsesAtMs;

/** Where a request is. */
export function stateOf(
  item: OfflineItem,
): 'answered' | 'stamped' | 'sendable' | 'lapsed' | 'carry' | 'review' {
  if (item.answer !== null) return 'answered';
  if (item.stamp !== null) return item.stamp.isMadeHere ? 'stamped' : 'sendable';
  if (isLapsed(item, Date.now())) return 'lapsed';
  return isCarried(item) ? 'carry' : 'review';
}
