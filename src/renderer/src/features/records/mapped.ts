import type { QueryState } from '../../bridge/query.ts';

/** The same state with another value: a part of an answer as an answer. */
export const mapped = <T, U>(state: QueryState<T>, pick: (value: T) => U): QueryState<U> =>
  state.state === 'ready' ? { state: 'ready', value: pick(state.value) } : state;
