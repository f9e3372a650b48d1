import type { RemoteState } from '../../bridge/remote.ts';

/** The same state with another value: a part of an answer as an answer. */
export const mapped = <T, U>(state: RemoteState<T>, pick: (value: T) => U): RemoteState<U> =>
  state.state === 'ready' ? { state: 'ready', value: pick(state.value) } : state;
