import { create } from 'zustand';
import type { EndedSession, LoginSession } from '#preload/contract/login-sessions.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';
import { showToast } from '../../ui/toasts.ts';
import { SESSION_TEXT } from './text.ts';

/** The open sessions as the privileged side last said them. */
export type SessionsState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly sessions: readonly LoginSession[] };

export const useLoginSessions = create<SessionsState>(() => ({ state: 'loading' }));

const accept = (sessions: readonly LoginSession[]): void =>
  useLoginSessions.setState({ state: 'ready', sessions }, true);

const turns = createTurns();

/** Asks for the sessions again; what is shown stays until the answer is there. */
export async function loadLoginSessions(): Promise<void> {
  const isMine = turns.begin();
  try {
    const sessions = await getConsole().loginSessions.list();
    if (isMine()) accept(sessions);
  } catch (thrown) {
    if (isMine()) useLoginSessions.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  }
}

/** Follows the sessions until the function given back is called, which forgets them. */
export function followLoginSessions(): () => void {
  const { loginSessions } = getConsole();
  const stops = [
    loginSessions.changed((sessions) => {
      // News is newer than an answer that is still under way.
      turns.end();
      accept(sessions);
    }),
    loginSessions.ended(tellEnd),
  ];
  void loadLoginSessions();
  return () => {
    turns.end();
    for (const stop of stops) stop();
    useLoginSessions.setState({ state: 'loading' }, true);
  };
}

function tellEnd({ label, why }: EndedSession): void {
  const isElsewhere = why === 'ended-elsewhere';
  showToast({
    tone: isElsewhere ? 'bad' : 'plain',
    title: isElsewhere ? SESSION_TEXT.ended.elsewhere(label) : SESSION_TEXT.ended.here(label),
    text: SESSION_TEXT.ended.effect,
  });
}
