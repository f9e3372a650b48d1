import { create } from 'zustand';
import type { BatchProblem } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';

/** A file that was read and refused: its name, what is wrong with its lines, and with how many in all. */
export interface RefusedFile {
  readonly name: string;
  readonly problems: readonly BatchProblem[];
  readonly total: number;
}

/** The batches as the privileged side last said, the newest first. */
export type BatchesState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | {
      readonly state: 'ready';
      readonly batches: readonly RequestGroup[];
      readonly refused: RefusedFile | null;
    };

export const useBatches = create<BatchesState>(() => ({ state: 'loading' }));

onOtherProfile(() => useBatches.setState({ state: 'loading' }, true));

const change = (make: (batches: readonly RequestGroup[]) => readonly RequestGroup[]): void => {
  const known = useBatches.getState();
  if (known.state === 'ready') useBatches.setState({ ...known, batches: make(known.batches) }, true);
};

/** Takes over how a shown batch stands; one of another profile may still run. */
const follow = (set: RequestGroup): void =>
  change((batches) => batches.map((each) => (each.id === set.id ? set : each)));

/** Puts a batch in its place, a new one first. */
export const showBatch = (set: RequestGroup): void => {
  if (set.purpose !== 'batch') return;
  change((batches) =>
    batches.some(({ id }) => id === set.id)
      ? batches.map((each) => (each.id === set.id ? set : each))
      : [set, ...batches],
  );
};

/** Takes a batch away that was discarded. */
export const dropBatch = (id: string): void => change((batches) => batches.filter((each) => each.id !== id));

/** Shows why a file was refused; null takes that away. */
export const showRefused = (refused: RefusedFile | null): void => {
  const known = useBatches.getState();
  if (known.state === 'ready') useBatches.setState({ ...known, refused }, true);
};

/** Asks for the batches. */
export async function loadBatches(): Promise<void> {
  const isItsProfile = profileTurn();
  try {
    const all = await getConsole().requestGroups.list();
    const batches = all.filter(({ purpose }) => purpose === 'batch').reverse();
    if (isItsProfile()) useBatches.setState({ state: 'ready', batches, refused: null }, true);
  } catch (thrown) {
    if (isItsProfile()) useBatches.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  }
}

/** Asks for the batches and follows them; gives what ends that. */
export function followBatches(): () => void {
  const stop = getConsole().requestGroups.changed(follow);
  void loadBatches();
  return () => {
    stop();
    useBatches.setState({ state: 'loading' }, true);
  };
}
