import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import type { Profile } from '#preload/contract/profiles.ts';
import { applyTheme } from '../theme/theme.ts';
import { type BridgeError, asBridgeError, getConsole } from './console.ts';
import { createTurns } from './turns.ts';

/** What the privileged side last said about itself; no secrets, and nothing that the window decides. */
export type AppState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly snapshot: AppSnapshot };

export const useAppState = create<AppState>(() => ({ state: 'loading' }));

/** The new record, with each part that is equal to the old one replaced by the old object: components that read it aren't rendered again. */
function keepParts<T extends object>(before: T, now: T): T {
  const known = new Map<string, unknown>(Object.entries(before));
  const parts = Object.entries(now).map(([name, part]: [string, unknown]) => {
    const last = known.get(name);
    return [name, JSON.stringify(last) === JSON.stringify(part) ? last : part] as const;
  });
  return Object.fromEntries(parts) as T;
}

function accept(now: AppSnapshot): void {
  applyTheme(now.theme);
  const known = useAppState.getState();
  const snapshot =
    known.state === 'ready'
      ? keepParts(known.snapshot, { ...now, health: keepParts(known.snapshot.health, now.health) })
      : now;
  useAppState.setState({ state: 'ready', snapshot }, true);
}

let stopFollowing: () => void = () => undefined;

/**
 * Loads the first state and follows every change; again after a failed start.
 * @param code what a known state is drawn with: no state is told before it is there, and its failure is the start's
 */
export function startAppState(code: Promise<void> = Promise.resolve()): void {
  stopFollowing();
  useAppState.setState({ state: 'loading' }, true);
  const fail = (thrown: unknown): void =>
    useAppState.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  try {
    const { app } = getConsole();
    let newest: AppSnapshot | undefined;
    let canDraw = false;
    const hear = (snapshot: AppSnapshot): void => {
      newest = snapshot;
      if (canDraw) accept(snapshot);
    };
    stopFollowing = app.changed(hear);
    // News that came while the answer was under way is newer than the answer.
    app.bootstrap().then((snapshot) => newest ?? hear(snapshot), fail);
    code.then(() => {
      canDraw = true;
      if (newest !== undefined) accept(newest);
    }, fail);
  } catch (thrown) {
    fail(thrown);
  }
}

/** The console's state without its health, which changes by itself, every second during a batch. */
export type AppView = Omit<AppSnapshot, 'health'>;

function viewOf({ snapshot }: Extract<AppState, { state: 'ready' }>): AppView {
  const view: Partial<AppSnapshot> & AppView = { ...snapshot };
  delete view.health;
  return view;
}

/** The state, where it is known. @throws Error where it is not */
function readyOf(appState: AppState): Extract<AppState, { state: 'ready' }> {
  if (appState.state !== 'ready') throw new Error('The console has not said its state yet.');
  return appState;
}

/**
 * The state of the console, for components that are only drawn once it is known.
 * @throws Error when drawn before that
 */
export const useAppSnapshot = (): AppView => useAppState(useShallow((appState) => viewOf(readyOf(appState))));

/** The state of the console, for components that are drawn before it is known: null until then. */
export const useKnownSnapshot = (): AppView | null =>
  useAppState(useShallow((appState) => (appState.state === 'ready' ? viewOf(appState) : null)));

/**
 * A part of what the console says of its health: `({ keychain }) => keychain`.
 * @throws Error when drawn before the state is known
 */
export const useHealth = <T>(select: (health: AppSnapshot['health']) => T): T =>
  useAppState((appState) => select(readyOf(appState).snapshot.health));

/** The profile in use, outside of components; undefined until the state is known. */
export function currentProfile(): Profile | undefined {
  const appState = useAppState.getState();
  if (appState.state !== 'ready') return undefined;
  const { profiles, profileId } = appState.snapshot;
  return profiles.find((profile) => profile.id === profileId);
}

/** The profile in use. */
export function useProfile(): Profile | undefined {
  const { profiles, profileId } = useAppSnapshot();
  return profiles.find((profile) => profile.id === profileId);
}

/** Whether this console is offline: it asks no service, and what it makes leaves it by file. */
export const useIsOffline = (): boolean => useAppSnapshot().offline !== null;

/** The credentials of the profile in use, the current one first. */
export const useCredentials = (): readonly Credential[] => credentialsIn(useAppSnapshot());

/** The credentials of the profile in use, the current one first. */
export const credentialsIn = ({
  credentials,
  profileId,
}: Pick<AppSnapshot, 'credentials' | 'profileId'>): readonly Credential[] =>
  credentials
    .filter((credential) => credential.profileId === profileId)
    .sort((one, other) => Number(other.current) - Number(one.current));

/** What takes away what a store holds for one profile. */
const resets = new Set<() => void>();
const turns = createTurns();
let shownId: string | null = null;

/** The profile's turn: what was asked for in an earlier one belongs to another profile. @returns whether it is still under way */
export const profileTurn = turns.current;

/** Has a store forget what it holds whenever the window goes to another profile. */
export const onOtherProfile = (reset: () => void): void => void resets.add(reset);

useAppState.subscribe((now) => {
  if (now.state !== 'ready') return;
  const before = shownId;
  shownId = now.snapshot.profileId;
  if (before === null || before === shownId) return;
  turns.end();
  for (const reset of resets) reset();
});
