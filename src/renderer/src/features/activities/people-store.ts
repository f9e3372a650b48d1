import { create } from 'zustand';
import { getConsole } from '../../bridge/console.ts';
import type { ConsoleApi } from '../../bridge/console.ts';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';

type Person = Awaited<ReturnType<ConsoleApi['activities']['people']>>[number];

/** The users of the organization, for the filter by who asked. */
export const usePeople = create<{ readonly people: readonly Person[] }>(() => ({ people: [] }));

/** Asks for the users. Without an answer the filter offers anybody only; the list beside it says why. */
export async function loadPeople(): Promise<void> {
  const whose = profileTurn();
  try {
    const people = await getConsole().activities.people();
    if (profileTurn() === whose) usePeople.setState({ people });
  } catch {
    if (profileTurn() === whose) usePeople.setState({ people: [] });
  }
}

/** Forgets them: another profile has other users. */
export const resetPeople = (): void => usePeople.setState({ people: [] });

onOtherProfile(resetPeople);
