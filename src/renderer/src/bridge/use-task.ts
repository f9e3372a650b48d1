import { useCallback, useState } from 'react';
import { type BridgeError, asBridgeError } from './console.ts';

/** A call that a control starts: whether it is under way, and what refused it. */
export interface Task<A extends readonly unknown[], R> {
  readonly busy: boolean;
  readonly error: BridgeError | null;
  /** Runs it; undefined when it was refused (see `error`). */
  readonly run: (...input: A) => Promise<R | undefined>;
  readonly clear: () => void;
}

/** Follows a call's progress and refusal, so that the screen can show both beside what started it. */
export function useTask<A extends readonly unknown[], R>(work: (...input: A) => Promise<R>): Task<A, R> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<BridgeError | null>(null);
  const run = useCallback(
    async (...input: A): Promise<R | undefined> => {
      setBusy(true);
      setError(null);
      try {
        return await work(...input);
      } catch (thrown) {
        setError(asBridgeError(thrown));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [work],
  );
  const clear = useCallback(() => setError(null), []);
  return { busy, error, run, clear };
}
