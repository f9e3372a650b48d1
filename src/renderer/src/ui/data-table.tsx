import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { FindField, matching } from './finding.tsx';
import { LongTable } from './long-table.tsx';
import type { TableColumn } from './table-column.ts';
import { UI_TEXT } from './text.ts';

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  /** A row in words, for typing ahead and for finding it among many. */
  readonly rowText?: (row: T) => string;
  readonly selectedId?: string | null;
  readonly onSelect?: (id: string) => void;
  /** Told of a click or Enter on a row, where rows are opened and none is shown beside the table. */
  readonly onOpen?: (id: string) => void;
  /** What stands in the place of rows when there are none. */
  readonly empty?: ReactNode;
  /** Where further rows come by a button of their own: all that are there are drawn. */
  readonly isPaged?: boolean;
}

/** So many rows are drawn as they are: a page of a hundred, each with its buttons, takes the window a third of a second. */
const ALL_DRAWN = 40;

/**
 * A table with arrow-key movement; with `onSelect`, the row under the focus is the one that is shown beside it. Of many rows
 * those in sight are drawn, below a field to find others.
 */
export function DataTable<T extends object>(props: DataTableProps<T>): ReactNode {
  const { rows, isPaged = false } = props;
  return isPaged || rows.length <= ALL_DRAWN ? <Rows {...props} /> : <FoundRows {...props} />;
}

function FoundRows<T extends object>(props: DataTableProps<T>): ReactNode {
  const { label, columns, rows, rowId, rowText = rowId, selectedId, onSelect, onOpen } = props;
  const [words, setWords] = useState('');
  // A letter stands in the field at once; the rows follow when the window has time.
  const asked = useDeferredValue(words);
  const textOf = useMemo(() => keptText(rowText), [rowText]);
  const found = useMemo(() => matching(rows, asked, textOf, rows.length).shown, [rows, asked, textOf]);
  const table = useMemo(
    () => (
      <LongTable
        {...{ label, columns, rows: found, rowId }}
        {...(selectedId === undefined ? {} : { selectedId })}
        {...(onSelect === undefined ? {} : { onSelect })}
        {...(onOpen === undefined ? {} : { onOpen })}
        empty={UI_TEXT.find.none}
      />
    ),
    [label, columns, found, rowId, selectedId, onSelect, onOpen],
  );
  return (
    <>
      <FindField label={UI_TEXT.find.label(label)} count={rows.length} value={words} onChange={setWords} />
      {table}
    </>
  );
}

/** Rows in words, put together once for each: every letter of a search goes through all of them. */
function keptText<T extends object>(textOf: (row: T) => string): (row: T) => string {
  const known = new WeakMap<T, string>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const text = textOf(row).toLowerCase();
    known.set(row, text);
    return text;
  };
}

function Rows<T extends object>(props: DataTableProps<T>): ReactNode {
  const { label, columns, rows, rowId, rowText, selectedId, onSelect, onOpen, empty } = props;
  return (
    <Table
      aria-label={label}
      className={styles['table'] ?? ''}
      selectionMode={onSelect ? 'single' : 'none'}
      selectionBehavior="replace"
      disallowEmptySelection
      {...(onOpen ? { onRowAction: (key: string | number) => onOpen(String(key)) } : {})}
      selectedKeys={selectedId == null ? [] : [selectedId]}
      onSelectionChange={(keys) => {
        const [first] = keys === 'all' ? [] : keys;
        if (first !== undefined) onSelect?.(String(first));
      }}
    >
      <TableHeader>
        {columns.map((column, index) => (
          <Column key={column.id} id={column.id} isRowHeader={index === 0} className={cellClass(column)}>
            {column.title}
          </Column>
        ))}
      </TableHeader>
      <TableBody renderEmptyState={() => empty}>
        {rows.map((row) => (
          <Row
            key={rowId(row)}
            id={rowId(row)}
            textValue={rowText?.(row) ?? rowId(row)}
            className={styles['row'] ?? ''}
          >
            {columns.map((column) => (
              <Cell key={column.id} className={cellClass(column)}>
                {column.cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const cellClass = (column: { readonly grow?: boolean; readonly numeric?: boolean }): string =>
  classNames(styles['cell'], column.grow && styles['grow'], column.numeric && styles['numeric']);
