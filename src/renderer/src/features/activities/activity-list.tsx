import { useVirtualizer } from '@tanstack/react-virtual';
import { Check } from 'lucide-react';
import {
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { isBehindDialog, isTyping } from '../../navigation/shortcuts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import styles from './activities.module.css';
import { formatAge, standingWords, stateFace } from './activity-text.ts';
import { clearMarks, hasMarks, markAll, markRange, toggleMark, useMarks } from './marks.ts';
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

/**
 * The rows; only those in sight are drawn. What comes in at the top does not move what is being read. Where some wait for
 * my vote, these can be marked: by Space, by Shift with a key or a click, by Ctrl with a click, and all of them by Ctrl A.
 */
export function ActivityList(props: ActivityListProps): ReactNode {
  const { rows, selectedId, nowMs, onSelect, onOpen, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const listId = useId();
  const marks = useMarks((state) => state.marks);
  const canMark = rows.some((row) => row.waitsForMe);
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
  useMarkAll(rows);
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
    if (canMark && markByKey(event, rows, rows[at])) {
      event.preventDefault();
      return;
    }
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
    const next = Math.min(rows.length - 1, Math.max(0, to));
    if (event.shiftKey && canMark) markRange(rows, Math.max(0, at), next);
    const row = rows[next];
    if (row) onSelect(row.id);
  };
  const press = (event: MouseEvent, row: ActivityRow, index: number): void => {
    const toggles = event.ctrlKey || event.metaKey;
    if (canMark && event.shiftKey) markRange(rows, Math.max(0, at), index);
    else if (canMark && toggles) toggleMark(row);
    onSelect(row.id);
    if (!event.shiftKey && !toggles) onOpen(row.id);
  };

  return (
    <div
      ref={scroller}
      className={classNames(styles['scroller'], canMark && styles['markable'])}
      role="listbox"
      {...(canMark ? { 'aria-multiselectable': true } : {})}
      aria-label={ACTIVITY_TEXT.title.many}
      tabIndex={0}
      onKeyDown={move}
      {...(at >= 0 ? { 'aria-activedescendant': `${listId}${rows[at]?.id ?? ''}` } : {})}
    >
      <ActivityHead canMark={canMark} />
      <div className={styles['rows']} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                id={`${listId}${row.id}`}
                role="option"
                {...standOf(row, { canMark, isMarked: marks.has(row.id), isShown: row.id === selectedId })}
                aria-posinset={item.index + 1}
                aria-setsize={rows.length}
                className={classNames(styles['row'], row.id === selectedId && styles['selected'])}
                style={{ transform: `translateY(${item.start - HEAD_PX}px)` }}
                onClick={(event) => press(event, row, item.index)}
              >
                {canMark && <Mark row={row} isMarked={marks.has(row.id)} />}
                <RowCells row={row} nowMs={nowMs} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const isMarkAll = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey);

/** Ctrl A marks wherever the focus stands on the screen: who just came to it is not in the list yet. A field selects its own text. */
function useMarkAll(rows: readonly ActivityRow[]): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!isMarkAll(event) || isTyping(event) || isBehindDialog()) return;
      if (!rows.some((row) => row.waitsForMe)) return;
      event.preventDefault();
      markAll(rows);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [rows]);
}

/** Marks without moving; says whether the key was one of these. */
function markByKey(
  event: KeyboardEvent,
  rows: readonly ActivityRow[],
  current: ActivityRow | undefined,
): boolean {
  if (event.key === ' ') {
    if (current) toggleMark(current);
    return true;
  }
  if (isMarkAll(event)) {
    markAll(rows);
    return true;
  }
  if (event.key !== 'Escape' || !hasMarks()) return false;
  clearMarks();
  return true;
}

/** What assistive technology hears of a row: where rows are marked, that is what is selected. */
function standOf(
  row: ActivityRow,
  is: { readonly canMark: boolean; readonly isMarked: boolean; readonly isShown: boolean },
): AriaAttributes {
  if (!is.canMark) return { 'aria-selected': is.isShown };
  return {
    ...(row.waitsForMe ? { 'aria-selected': is.isMarked } : {}),
    ...(is.isShown ? { 'aria-current': true } : {}),
  };
}

/** The box for those who point; the keyboard marks by Space. */
function Mark({ row, isMarked }: { readonly row: ActivityRow; readonly isMarked: boolean }): ReactNode {
  if (!row.waitsForMe) return <span />;
  return (
    <span
      className={classNames(styles['mark'], isMarked && styles['marked'])}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        toggleMark(row);
      }}
    >
      {isMarked && <Icon of={Check} />}
    </span>
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
          {/* The reference comes last: it may be long, and is the text of whoever wrote the file. */}
          {row.who} · {standingWords(row)}
          {row.reference !== null && ` · ${ACTIVITY_TEXT.reference(row.reference)}`}
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
export const ActivityHead = ({ canMark = false }: { readonly canMark?: boolean }): ReactNode => (
  <div className={styles['head']} aria-hidden>
    {canMark && <span />}
    <span>{ACTIVITY_TEXT.columns.effect}</span>
    <span>{ACTIVITY_TEXT.columns.what}</span>
    <span>{ACTIVITY_TEXT.columns.state}</span>
    <span>{ACTIVITY_TEXT.columns.age}</span>
  </div>
);
