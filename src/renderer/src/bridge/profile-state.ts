import { useAppState } from './app-state.ts';

/** What takes away what a store holds for one profile. */
const resets = new Set<() => void>();
let turn = 0;
let shownId: string | null = null;

/** Which profile's time it is: an answer that was asked for in an earlier turn belongs to another profile. */
export const profileTurn = (): number => turn;

/** Has a store forget what it holds whenever the window goes to another profile. */
export const onOtherProfile = (reset: () => void): void => void resets.add(reset);

useAppState.subscribe((now) => {
  if (now.state !== 'ready') return;
  const before = shownId;
  shownId = now.bootstrap.profileId;
  if (before === null || before === shownId) return;
  turn += 1;
  for (const reset of resets) reset();
});
