import { useEffect } from 'react';
import { type StoreApi, type UseBoundStore, create } from 'zustand';
import { credentialsIn, useAppState, useKnownSnapshot } from './app-state.ts';
import { asBridgeError } from './console.ts';
import type { QueryState } from './live-query.ts';
import { createTurns } from './turns.ts';

/** A projection of something that the service keeps; it is forgotten when the console locks or somebody else stamps. */
export interface Query<T> {
  readonly useStore: UseBoundStore<StoreApi<QueryState<T>>>;
  /**
   * Asks again; what is shown stays until the answer is there, unless it is about something else.
   * @param about as before when left out
   */
  readonly load: (about?: string) => Promise<void>;
  /** Whether the state is about that: what it says of something else is no answer. */
  readonly isAbout: (about: string) => boolean;
}

const LOADING = { state: 'loading' } as const;

const forgetters = new Set<() => void>();
const shown = new Set<() => Promise<void>>();

/** Makes a projection. @param query asks the service; `about` is what `load` was given, usually an id */
export function createQuery<T>(query: (about: string) => Promise<T>): Query<T> {
  const useStore = create<QueryState<T>>(() => ({ state: 'loading' }));
  const turns = createTurns();
  let last = '';
  const set = (state: QueryState<T>): void => useStore.setState(state, true);
  forgetters.add(() => {
    turns.end();
    set({ state: 'loading' });
  });
  return {
    useStore,
    isAbout: (about) => about === last,
    load: async (about = last) => {
      const isMine = turns.begin();
      if (about !== last || useStore.getState().state === 'failed') set({ state: 'loading' });
      last = about;
      try {
        const value = await query(about);
        if (isMine()) set({ state: 'ready', value });
      } catch (thrown) {
        if (isMine()) set({ state: 'failed', error: asBridgeError(thrown) });
      }
    },
  };
}

/** Loads a projection while a component is there, again for another credential, and gives its state. */
export function useQuery<T>(query: Query<T>, about = ''): QueryState<T> {
  const snapshot = useKnownSnapshot();
  // Null while the console's state is unknown; what was read until then is forgotten once it is known.
  const publicKey = snapshot && (credentialsIn(snapshot)[0]?.publicKey ?? '');
  useEffect(() => {
    const load = (): Promise<void> => query.load(about);
    shown.add(load);
    void load();
    return () => void shown.delete(load);
  }, [query, about, publicKey]);
  const known = query.useStore();
  // As long as nothing was asked about this, what is kept is of something else.
  return query.isAbout(about) ? known : LOADING;
}

/** Asks again for everything that is on the screen: a request has changed what the service keeps. */
export async function reloadShown(): Promise<void> {
  await Promise.all([...shown].map((load) => load()));
}

/** Has a store forget what it holds whenever somebody else looks: another profile, another credential, or nobody. */
export const onOtherViewer = (forget: () => void): void => void forgetters.add(forget);

/** Forgets every projection. */
export function forgetQueries(): void {
  for (const forget of forgetters) forget();
}

/** Who sees what: nobody while it is locked. */
function viewerOf(appState: ReturnType<typeof useAppState.getState>): string | null {
  if (appState.state !== 'ready' || appState.snapshot.locked) return null;
  const { profileId, credentials } = appState.snapshot;
  const current = credentials.find((each) => each.profileId === profileId && each.current);
  return `${profileId} ${current?.publicKey ?? ''}`;
}

useAppState.subscribe((now, before) => {
  if (viewerOf(now) !== viewerOf(before)) forgetQueries();
});
