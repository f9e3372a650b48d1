import { useCallback, useEffect, useRef, useState } from 'react';
import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { asBridgeError, getConsole } from '../../bridge/console.ts';
import type { BridgeError } from '../../bridge/console.ts';

const PAGE = 100;
/** Pages in sight are asked for again after so many requests have ended. */
const REFRESH = 50;

interface Lines {
  /** By position, as far as they were asked for. */
  readonly rows: ReadonlyMap<number, BatchLine>;
  readonly error: BridgeError | null;
  /** Says which positions are in sight. */
  readonly look: (first: number, last: number) => void;
}

/** The requests of a batch that are in sight, a page at a time; asked for again as the batch moves on. */
export function useLines({ id, state, done, failed, waiting }: RequestGroup): Lines {
  const [rows, setRows] = useState<ReadonlyMap<number, BatchLine>>(new Map());
  const [error, setError] = useState<BridgeError | null>(null);
  const asked = useRef(new Set<number>());
  const sight = useRef({ first: 0, last: 0 });
  const look = useCallback(
    (first: number, last: number): void => {
      sight.current = { first, last };
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
        if (asked.current.has(page)) continue;
        asked.current.add(page);
        getConsole()
          .batches.lines({ id, after: page * PAGE - 1, limit: PAGE })
          .then(
            (given) =>
              setRows((known) => new Map([...known, ...given.map((row) => [row.position, row] as const)])),
            (thrown: unknown) => {
              asked.current.delete(page);
              setError(asBridgeError(thrown));
            },
          );
      }
    },
    [id],
  );
  const moved = `${state} ${Math.floor((done + failed + waiting) / REFRESH)}`;
  useEffect(() => {
    asked.current.clear();
    look(sight.current.first, sight.current.last);
  }, [moved, look]);
  return { rows, error, look };
}
