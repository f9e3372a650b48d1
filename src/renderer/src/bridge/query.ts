import { useEffect } from 'react';
import { create } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';
import type { OutputOf, ParametersOf, QueryOperation } from '#protocol/catalogue/operation.ts';
import { useAppState, useCredentials } from './app-state.ts';
import { asBridgeError, getConsole } from './console.ts';
import type { BridgeError } from './console.ts';

/** What is known of something that the service keeps. */
export type QueryState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly value: T };

/** A projection of something that the service keeps; it is forgotten when the console locks or somebody else stamps. */
export interface Query<T> {
  readonly useStore: UseBoundStore<StoreApi<QueryState<T>>>;
  /** Asks again; what is shown stays until the answer is there, unless it is about something else. */
  readonly load: (about?: string) => Promise<void>;
}

const remotes = new Set<() => void>();
const shown = new Set<() => Promise<void>>();

/** Makes a projection. @param query asks the service; `about` is what `load` was given, usually an id */
export function createQuery<T>(query: (about: string) => Promise<T>): Query<T> {
  const useStore = create<QueryState<T>>(() => ({ state: 'loading' }));
  let turn = 0;
  let last = '';
  const set = (state: QueryState<T>): void => useStore.setState(state, true);
  remotes.add(() => {
    turn += 1;
    set({ state: 'loading' });
  });
  return {
    useStore,
    load: async (about = '') => {
      const mine = (turn += 1);
      if (about !== last || useStore.getState().state === 'failed') set({ state: 'loading' });
      last = about;
      try {
        const value = await query(about);
        if (turn === mine) set({ state: 'ready', value });
      } catch (thrown) {
        if (turn === mine) set({ state: 'failed', error: asBridgeError(thrown) });
      }
    },
  };
}

/** Loads a projection while a component is there, again for another credential, and gives its state. */
export function useRemote<T>(remote: Query<T>, about = ''): QueryState<T> {
  const publicKey = useCredentials()[0]?.publicKey;
  useEffect(() => {
    const load = (): Promise<void> => remote.load(about);
    shown.add(load);
    void load();
    return () => void shown.delete(load);
  }, [remote, about, publicKey]);
  return remote.useStore();
}

/** Asks again for everything that is on the screen: a request has changed what the service keeps. */
export async function reloadShown(): Promise<void> {
  await Promise.all([...shown].map((load) => load()));
}

/** Forgets every projection. */
export function forgetRemotes(): void {
  for (const forget of remotes) forget();
}

/** Who sees what: nobody while it is locked. */
function viewerOf(session: ReturnType<typeof useAppState.getState>): string | null {
  if (session.state !== 'ready' || session.bootstrap.locked) return null;
  const { profileId, credentials } = session.bootstrap;
  const current = credentials.find((each) => each.profileId === profileId && each.current);
  return `${profileId} ${current?.publicKey ?? ''}`;
}

useAppState.subscribe((now, before) => {
  if (viewerOf(now) !== viewerOf(before)) forgetRemotes();
});

type QueryParameters = Parameters<ReturnType<typeof getConsole>['queries']['ask']>[0]['parameters'];

/**
 * Asks a query of the catalogue. The declaration is named as a type alone: its schema would cost the window's start.
 * @throws BridgeError those of the service and of the keychain
 */
export async function ask<O extends QueryOperation>(
  path: string,
  parameters: ParametersOf<O> & QueryParameters,
): Promise<OutputOf<O>> {
  // Parsed by the catalogue's schema on the privileged side.
  return (await getConsole().queries.ask({ operation: path, parameters })) as OutputOf<O>;
}

/** A projection of what the privileged side holds and says anew with each change. */
export interface LiveQuery<T> {
  readonly useStore: UseBoundStore<StoreApi<QueryState<T>>>;
  /** Takes over what a call answered. */
  readonly show: (value: T) => void;
  /** Asks again. */
  readonly load: () => Promise<void>;
  /** Asks and follows; gives what ends that, and leaves nothing behind in the window. */
  readonly follow: () => () => void;
}

interface Source<T> {
  readonly current: () => Promise<T>;
  /** Tells each change; gives what ends that. */
  readonly changed: (listener: (value: T) => void) => () => void;
}

/** Makes a projection of a source; the source is asked for when it is used, because the bridge comes after the modules. */
export function createLiveQuery<T>(source: () => Source<T>): LiveQuery<T> {
  const useStore = create<QueryState<T>>(() => ({ state: 'loading' }));
  let heard = 0;
  const set = (state: QueryState<T>): void => useStore.setState(state, true);
  const show = (value: T): void => set({ state: 'ready', value });
  const load = async (): Promise<void> => {
    const before = heard;
    try {
      const value = await source().current();
      // News that came while the answer was under way is newer than the answer.
      if (heard === before) show(value);
    } catch (thrown) {
      set({ state: 'failed', error: asBridgeError(thrown) });
    }
  };
  return {
    useStore,
    show,
    load,
    follow: () => {
      const stop = source().changed((value) => {
        heard += 1;
        show(value);
      });
      void load();
      return () => {
        stop();
        // What is still under way is for nobody.
        heard += 1;
        set({ state: 'loading' });
      };
    },
  };
}
