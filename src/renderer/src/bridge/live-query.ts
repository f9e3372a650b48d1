import { type StoreApi, type UseBoundStore, create } from 'zustand';
import type { OutputOf, ParametersOf, QueryOperation } from '#protocol/catalogue/operation.ts';
import { type BridgeError, asBridgeError, getConsole } from './console.ts';
import { createTurns } from './turns.ts';

/** What is known of something that the service keeps. */
export type QueryState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly value: T };

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
  const turns = createTurns();
  const set = (state: QueryState<T>): void => useStore.setState(state, true);
  const show = (value: T): void => set({ state: 'ready', value });
  const load = async (): Promise<void> => {
    const isMine = turns.current();
    try {
      const value = await source().current();
      // News that came while the answer was under way is newer than the answer.
      if (isMine()) show(value);
    } catch (thrown) {
      if (isMine()) set({ state: 'failed', error: asBridgeError(thrown) });
    }
  };
  return {
    useStore,
    show,
    load,
    follow: () => {
      const stop = source().changed((value) => {
        turns.end();
        show(value);
      });
      void load();
      return () => {
        stop();
        // What is still under way is for nobody.
        turns.end();
        set({ state: 'loading' });
      };
    },
  };
}
