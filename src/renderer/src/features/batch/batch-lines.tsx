import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { Refusal } from '../../ui/notes.tsx';
import { LINE_WORDS } from './batch-text.ts';
import styles from './batch.module.css';
import { BATCH_TEXT } from './text.ts';

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
function useLines({ id, state, done, failed, waiting }: RequestGroup): Lines {
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

const ROW_PX = 56;

/** The requests of a batch, as many as there are; only those in sight are asked for and drawn. */
export function BatchLines({ set }: { set: RequestGroup }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, error, look } = useLines(set);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are used in this component alone
  const virtual = useVirtualizer({
    count: set.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => look(first, last), [first, last, look]);
  return (
    <>
      <Refusal error={error} />
      <div
        ref={scroller}
        className={styles['lines']}
        role="list"
        aria-label={BATCH_TEXT.lines.of(set.title)}
        // Scrolls with the keyboard, too.
        tabIndex={0}
      >
        <div className={styles['rows']} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={set.total}
              className={styles['row']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LineCells row={rows.get(index)} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

function LineCells({ row }: { row: BatchLine | undefined }): ReactNode {
  if (row === undefined) return null;
  const { line, reference, sentence, state } = row;
  return (
    <>
      <span className={styles['place']}>
        <b>{line.toLocaleString('en')}</b>
        {reference !== null && <span className={styles['reference']}>{reference}</span>}
      </span>
      <span className={styles['words']}>{sentence}</span>
      <span className={state === 'failed' ? styles['bad'] : styles['faint']}>{LINE_WORDS[state]}</span>
    </>
  );
}
