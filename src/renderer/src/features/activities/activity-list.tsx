import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { classNames } from '../../ui/class-names.ts';
import { EffectTag } from '../../ui/tags.tsx';
import styles from './activities.module.css';
import { formatAge, standingWords, stateFace } from './activity-text.ts';
import { ACTIVITY_TEXT } from './text.ts';

const ROW_PX = 54;
// The head stands inside what scrolls, so that its columns are those of the rows.
const HEAD_PX = 32;
// So close to the end, the next page is asked for.
const NEAR_ROWS = 10;

interface ActivityListProps {
  readonly rows: readonly ActivityRow[];
  readonly selectedId: string | null;
  readonly nowMs: number;
  readonly onSelect: (id: string) => void;
  /** Enter or a click: shows the detail where it does not stand beside the list. */
  readonly onOpen: (id: string) => void;
  /** The last rows are in sight: asks for older ones. */
  readonly onEnd: (() => void) | undefined;
}

/** The rows; only those in sight are drawn. What comes in at the top does not move what is being read. */
export function ActivityList(props: ActivityListProps): ReactNode {
  const { rows, selectedId, nowMs, onSelect, onOpen, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const listId = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are used in this component alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  useHeldPlace(scroller, rows);
  const lastShown = virtual.range?.endIndex ?? 0;
  const isNearEnd = lastShown >= rows.length - NEAR_ROWS && (scroller.current?.scrollTop ?? 0) > 0;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each page: more rows move the end away
  }, [isNearEnd, rows.length]);
  const at = rows.findIndex((row) => row.id === selectedId);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another choice scrolls; rows that come in do not
  }, [selectedId]);

  const move = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) {
      if (event.key === 'Enter' && selectedId !== null) onOpen(selectedId);
      return;
    }
    event.preventDefault();
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row) onSelect(row.id);
  };

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="listbox"
      aria-label={ACTIVITY_TEXT.title.many}
      tabIndex={0}
      onKeyDown={move}
      {...(at >= 0 ? { 'aria-activedescendant': `${listId}${rows[at]?.id ?? ''}` } : {})}
    >
      <ActivityHead />
      <div className={styles['rows']} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                id={`${listId}${row.id}`}
                role="option"
                aria-selected={row.id === selectedId}
                aria-posinset={item.index + 1}
                aria-setsize={rows.length}
                className={classNames(styles['row'], row.id === selectedId && styles['selected'])}
                style={{ transform: `translateY(${item.start - HEAD_PX}px)` }}
                onClick={() => {
                  onSelect(row.id);
                  onOpen(row.id);
                }}
              >
                <RowCells row={row} nowMs={nowMs} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function RowCells({ row, nowMs }: { row: ActivityRow; nowMs: number }): ReactNode {
  const face = row.waitsForMe
    ? { ...stateFace(row.status), word: ACTIVITY_TEXT.states.waitingForYou }
    : stateFace(row.status);
  return (
    <>
      <span>
        <EffectTag effect={row.effect} />
      </span>
      <span className={styles['what']}>
        <b>{row.title}</b>
        <span>
          {row.who} · {standingWords(row)}
        </span>
      </span>
      <span className={classNames(styles['state'], styles[face.tone])}>{face.word}</span>
      <time className={styles['age']} dateTime={new Date(row.createdAtMs).toISOString()}>
        {formatAge(row.createdAtMs, nowMs)}
      </time>
    </>
  );
}

/** Keeps what is being read in its place when rows come in above it. */
function useHeldPlace(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly ActivityRow[],
): void {
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const added = rows.findIndex((row) => row.id === first.current);
    first.current = rows[0]?.id;
    if (added > 0 && scroller.current && scroller.current.scrollTop > 0)
      scroller.current.scrollBy(0, added * ROW_PX);
  }, [rows, scroller]);
}

/** The names of the columns, for those who see them; rows say themselves in words. */
export const ActivityHead = (): ReactNode => (
  <div className={styles['head']} aria-hidden>
    <span>{ACTIVITY_TEXT.columns.effect}</span>
    <span>{ACTIVITY_TEXT.columns.what}</span>
    <span>{ACTIVITY_TEXT.columns.state}</span>
    <span>{ACTIVITY_TEXT.columns.age}</span>
  </div>
);
