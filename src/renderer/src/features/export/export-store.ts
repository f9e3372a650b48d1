import { create } from 'zustand';
import type { ExportTarget, ExportView } from '#preload/contract/exports.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';
import { failedBy } from '../requests/outcome-text.ts';

/** Where an export stands on its way from the choice to the end. */
export type ExportStage =
  | { readonly stage: 'choose'; readonly isBusy: boolean; readonly error: BridgeError | null }
  | { readonly stage: 'ready' | 'reviewing'; readonly id: string; readonly preview: Preview }
  | { readonly stage: 'ended'; readonly id: string; readonly outcome: Outcome };

const CHOOSE: ExportStage = { stage: 'choose', isBusy: false, error: null };

/** The export on the screen: previews and outcomes, never a plaintext. */
export const useExport = create<ExportStage>(() => CHOOSE);
/** The exports that the privileged side holds. */
export const useHeldExports = create<{ readonly views: readonly ExportView[] }>(() => ({ views: [] }));

/** What is asked for and left: an answer of an earlier turn takes over no later visit. */
const turns = createTurns();
/** The export whose end was asked for last: pressed twice, both answers are its own, and it is held for the second. */
let awaited: string | null = null;

const set = (state: ExportStage): void => useExport.setState(state, true);

// The privileged side wipes what it holds for the profile that was left.
onOtherProfile(() => {
  turns.end();
  set(CHOOSE);
  useHeldExports.setState({ views: [] });
});

/**
 * Follows the privileged side's exports; gives the function that stops it.
 * @param onKnown they were asked for, and what is held is known
 */
export function followExports(onKnown?: () => void): () => void {
  const { exports } = getConsole();
  const accept = (views: readonly ExportView[]): void => useHeldExports.setState({ views });
  const isItsProfile = profileTurn();
  exports.list().then(
    (views) => {
      if (isItsProfile()) accept(views);
      onKnown?.();
    },
    () => onKnown?.(),
  );
  return exports.changed(accept);
}

/** Has the target key made and the request prepared. */
export async function prepareExport(target: ExportTarget): Promise<void> {
  const isMine = turns.begin();
  awaited = null;
  set({ stage: 'choose', isBusy: true, error: null });
  try {
    const { id, preview } = await getConsole().exports.prepare(target);
    if (isMine()) set({ stage: 'ready', id, preview });
    else wipe(id);
  } catch (thrown) {
    if (isMine()) set({ stage: 'choose', isBusy: false, error: asBridgeError(thrown) });
  }
}

/** Opens the approval surface, and waits for what comes of it. */
export async function reviewExport(): Promise<void> {
  const state = useExport.getState();
  if (state.stage !== 'ready') return;
  const { id, preview } = state;
  set({ stage: 'reviewing', id, preview });
  await end(id, () => getConsole().requests.review({ previewId: preview.id }));
}

/** Sends a request that got no answer again, byte for byte. */
export const resumeExport = (id: string, fingerprint: string): Promise<void> =>
  end(id, () => getConsole().requests.resume({ fingerprint }));

/** Looks again at an export that waits for votes. */
export function revisitExport(id: string, activityId: string): Promise<void> {
  if (useExport.getState().stage === 'choose') set({ stage: 'choose', isBusy: true, error: null });
  return end(id, () => getConsole().requests.revisit({ activityId }));
}

async function end(id: string, call: () => Promise<Outcome>): Promise<void> {
  const isMine = turns.begin();
  awaited = id;
  const isItsProfile = profileTurn();
  let outcome: Outcome;
  try {
    outcome = await call();
    // Before the outcome is shown, what is held must be known.
    const views = await getConsole().exports.list();
    if (isItsProfile()) useHeldExports.setState({ views });
  } catch (thrown) {
    outcome = failedBy(thrown);
  }
  if (!isItsProfile()) return;
  // Left meanwhile, but completed: it is shown where nothing else is, and held for nobody where something is.
  const isOver = outcome.state === 'completed';
  const now = useExport.getState();
  if (isMine() || (isOver && now.stage === 'choose' && !now.isBusy)) set({ stage: 'ended', id, outcome });
  else if (isOver && awaited !== id) wipe(id);
}

/** Wipes the export on the screen and goes back to the choice; one that waits for votes goes on waiting. */
export function leaveExport(): void {
  const state = useExport.getState();
  if (state.stage === 'reviewing') return;
  turns.end();
  awaited = null;
  if (state.stage === 'choose') {
    set(CHOOSE);
    return;
  }
  const waits = state.stage === 'ended' && state.outcome.state === 'waiting';
  if (!waits) wipe(state.id);
  set(CHOOSE);
}

function wipe(id: string): void {
  // What cannot be wiped by its id is wiped already.
  getConsole()
    .exports.wipe({ id })
    .catch(() => undefined);
}
