import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  memo,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './long-table.module.css';
import type { TableColumn } from './table-column.ts';

const ROW_PX = 46;
// The head stands inside what scrolls, so that its columns are those of the rows.
const HEAD_PX = 32;
/** Drawn beyond what is in sight, on both sides. */
const MORE_ROWS = 4;
/** What is reached inside a row with the arrow keys. */
const CONTROLS = 'button, a[href], input';

interface LongTableProps<T> {
  readonly label: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  readonly selectedId?: string | null;
  readonly onSelect?: (id: string) => void;
  readonly onOpen?: (id: string) => void;
  readonly empty?: ReactNode;
}

/**
 * A table of thousands of rows, of which those in sight are drawn. It says how many there are and which these are (`aria-rowcount`,
 * `aria-rowindex`). Up, Down, Page, Home and End move among rows, Right and Left among what a row has to press; Tab leaves the table.
 * The row with the focus stays drawn, wherever one scrolls.
 */
export function LongTable<T>(props: LongTableProps<T>): ReactNode {
  const { label, columns, rows, rowId, selectedId, onSelect, onOpen, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // What stands in the first rows, with its buttons, takes the window longer than a frame: they are drawn empty, and filled in
  // between what else the window does.
  const isFilled = useDeferredValue(true, false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const isMoving = useRef(false);
  const wanted = activeId ?? selectedId;
  const active = Math.max(wanted == null ? 0 : rows.findIndex((row) => rowId(row) === wanted), 0);
  const withActive = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return drawn.includes(active) || active >= range.count
        ? drawn
        : [...drawn, active].sort((one, other) => one - other);
    },
    [active],
  );
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are used in this component alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    rangeExtractor: withActive,
    overscan: MORE_ROWS,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  useLayoutEffect(() => {
    // The table is one stop of Tab: what a row has to press is reached with the arrows.
    for (const control of scroller.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])
      control.tabIndex = -1;
    if (!isMoving.current) return;
    isMoving.current = false;
    scroller.current
      ?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')
      ?.focus({ preventScroll: true });
  });

  const moveTo = (index: number): void => {
    const to = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[to];
    if (row === undefined) return;
    isMoving.current = true;
    setActiveId(rowId(row));
    virtual.scrollToIndex(to, { align: 'auto' });
    onSelect?.(rowId(row));
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    const line = (event.target as HTMLElement).closest<HTMLElement>('[role="row"]');
    if (to !== undefined) moveTo(to);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      moveInside(line, event.key === 'ArrowRight' ? 1 : -1);
    else if (event.key === 'Enter' && event.target === line) onOpen?.(line.dataset['id'] ?? '');
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent<HTMLElement>, id: string): void => {
    setActiveId(id);
    if ((event.target as HTMLElement).closest(CONTROLS) !== null) return;
    onSelect?.(id);
    onOpen?.(id);
  };

  if (rows.length === 0) return <div className={styles['empty']}>{empty}</div>;
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      style={{ '--columns': template(columns) } as CSSProperties}
      onKeyDown={press}
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" aria-rowindex={1} className={styles['columns']}>
          {columns.map((column) => (
            <div key={column.id} role="columnheader" className={cellClass(column)}>
              {column.title}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const id = rowId(row);
          return (
            <div
              key={key}
              ref={isFilled ? virtual.measureElement : null}
              role="row"
              data-index={index}
              data-id={id}
              aria-rowindex={index + 2}
              {...(onSelect ? { 'aria-selected': id === selectedId } : {})}
              tabIndex={index === active ? 0 : -1}
              className={classNames(
                styles['columns'],
                styles['row'],
                id === selectedId && styles['selected'],
              )}
              style={{ transform: `translateY(${start - HEAD_PX}px)` }}
              onClick={(event) => click(event, id)}
            >
              {isFilled && <Cells row={row} columns={columns} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A row that is the same one is drawn as it was, however many others came or went. */
const Cells = memo(CellsOf) as typeof CellsOf;

function CellsOf<T>({ row, columns }: { row: T; columns: readonly TableColumn<T>[] }): ReactNode {
  return columns.map((column, index) => (
    <div key={column.id} role={index === 0 ? 'rowheader' : 'gridcell'} className={cellClass(column)}>
      {column.cell(row)}
    </div>
  ));
}

/** Goes to the next thing of a row that can be pressed; back from the first of them is the row itself. */
function moveInside(line: HTMLElement | null, step: 1 | -1): void {
  if (line === null) return;
  const places = [line, ...line.querySelectorAll<HTMLElement>(CONTROLS)];
  const at = places.findIndex((place) => place === document.activeElement);
  places[Math.min(places.length - 1, Math.max(0, at + step))]?.focus();
}

/** Widths that are the same whatever is drawn: a column that followed its content would jump as one scrolls. */
function template(columns: readonly TableColumn<never>[]): string {
  const hasGrowing = columns.some(({ grow }) => grow === true);
  return columns
    .map(({ grow, width }, index) => {
      if (grow === true || (index === 0 && !hasGrowing)) return 'minmax(0, 1fr)';
      return width ?? (index === 0 ? '14rem' : '8rem');
    })
    .join(' ');
}

const cellClass = (column: { readonly grow?: boolean; readonly numeric?: boolean }): string =>
  classNames(styles['cell'], column.numeric && styles['numeric']);
