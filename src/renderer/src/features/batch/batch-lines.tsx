import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { NoMatches, RowSearchField } from '../../ui/finding.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { LINE_WORDS } from './batch-text.ts';
import styles from './batch.module.css';
import { useLineSearch } from './line-search.ts';
import { BATCH_TEXT } from './text.ts';

const PAGE = 100;
/** What is in sight and not over is asked for again after so many requests have ended. */
const REFRESH = 50;

interface Lines {
  /** By position, as far as they were asked for. */
  readonly rows: ReadonlyMap<number, BatchLine>;
  readonly error: BridgeError | null;
  /** Says what is in sight: the first position and how many. */
  readonly look: (spans: readonly Span[]) => void;
}

interface Span {
  readonly first: number;
  readonly count: number;
}

/** The requests of a batch that are in sight; asked for again as the batch moves on. */
function useLines({ id, state, done, failed, waiting }: RequestGroup): Lines {
  const [rows, setRows] = useState<ReadonlyMap<number, BatchLine>>(new Map());
  const [error, setError] = useState<BridgeError | null>(null);
  const asked = useRef(new Set<string>());
  /** Spans of which every request is done: nothing of them changes any more. */
  const over = useRef(new Set<string>());
  const sight = useRef<readonly Span[]>([]);
  const look = useCallback(
    (spans: readonly Span[]): void => {
      sight.current = spans;
      for (const { first, count } of spans) {
        const span = `${first} ${count}`;
        if (asked.current.has(span)) continue;
        asked.current.add(span);
        getConsole()
          .batches.lines({ id, after: first - 1, limit: count })
          .then(
            (given) => {
              if (given.length > 0 && given.every((row) => row.state === 'done')) over.current.add(span);
              setError(null);
              setRows((known) => new Map([...known, ...given.map((row) => [row.position, row] as const)]));
            },
            (thrown: unknown) => {
              asked.current.delete(span);
              setError(asBridgeError(thrown));
            },
          );
      }
    },
    [id],
  );
  const moved = `${state} ${Math.floor((done + failed + waiting) / REFRESH)}`;
  useEffect(() => {
    asked.current = new Set(over.current);
    look(sight.current);
  }, [moved, look]);
  return { rows, error, look };
}

/** The pages that rows from the first to the last are on. */
function pagesOf(first: number, last: number): Span[] {
  const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
  return Array.from({ length: to - from + 1 }, (_, page) => ({ first: (from + page) * PAGE, count: PAGE }));
}

const ROW_PX = 56;

/** The requests of a batch, as many as there are or match what is typed; only those in sight are asked for and drawn. */
export function BatchLines({ set }: { set: RequestGroup }): ReactNode {
  const { search, found, progress, error } = useLineSearch(set);
  const isEmpty = found?.length === 0;
  return (
    <>
      <div className={styles['find']}>
        <RowSearchField label={BATCH_TEXT.lines.of(set.title)} search={search} />
        {found !== null && (
          <div role="status" className={styles['looking']}>
            {progress}
          </div>
        )}
      </div>
      <Refusal error={error} />
      {isEmpty && progress === null && error === null && <NoMatches onClear={() => search.setWords('')} />}
      {!isEmpty && <LineRows set={set} found={found} />}
    </>
  );
}

/** Rows of a batch: those that were found, or all of them. */
function LineRows({ set, found }: { set: RequestGroup; found: readonly BatchLine[] | null }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, error, look } = useLines(set);
  const count = found?.length ?? set.total;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are used in this component alone
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    const seen = found?.slice(first, last + 1);
    look(seen?.map(({ position }) => ({ first: position, count: 1 })) ?? pagesOf(first, last));
  }, [found, first, last, look]);
  const rowAt = (index: number): BatchLine | undefined => {
    const match = found?.[index];
    return rows.get(match?.position ?? index) ?? match;
  };
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
              aria-setsize={count}
              className={styles['row']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LineCells row={rowAt(index)} />
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
