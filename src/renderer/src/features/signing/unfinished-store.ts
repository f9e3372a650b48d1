import { create } from 'zustand';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { asBridgeError, getConsole } from '../../bridge/console.ts';
import type { BridgeError, ConsoleApi } from '../../bridge/console.ts';

export type Unfinished = Awaited<ReturnType<ConsoleApi['requests']['unfinished']>>[number];

/** Requests that were sent and got no answer, as the privileged side last said. */
export const useUnfinished = create<{
  readonly requests: readonly Unfinished[];
  readonly error: BridgeError | null;
}>(() => ({
  requests: [],
  error: null,
}));

onOtherProfile(() => useUnfinished.setState({ requests: [], error: null }));

/** Asks again which requests have no answer yet. */
export async function loadUnfinished(): Promise<void> {
  const whose = profileTurn();
  try {
    const requests = await getConsole().requests.unfinished();
    if (profileTurn() === whose) useUnfinished.setState({ requests, error: null });
  } catch (thrown) {
    if (profileTurn() === whose) useUnfinished.setState({ requests: [], error: asBridgeError(thrown) });
  }
}
