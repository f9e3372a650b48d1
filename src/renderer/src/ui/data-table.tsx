import { type ReactNode, useMemo } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { NoMatches, type RowSearch, RowSearchField } from './finding.tsx';
import { LongTable } from './long-table.tsx';
import type { TableColumn } from './table-column.ts';

export interface DataTableProps<T> {
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
  /** What a row says by its ground, where it wants attention. */
  readonly rowTone?: (row: T) => 'bad' | 'warn' | undefined;
}

/** A table takes its search, or says that it has none, so that a forgotten search does not compile. */
type Searched<T> =
  /** All that are there are drawn, in pages or as a sample: they are narrowed outside, or not at all. */
  { readonly isPaged: true } | { readonly isPaged?: false; readonly search: RowSearch<T> };

/** So many rows are drawn as they are: a page of a hundred, each with its buttons, takes the window a third of a second. */
const ALL_DRAWN = 40;

/**
 * A table with arrow-key movement; with `onSelect`, the row under the focus is the one that is shown beside it. Above more than a few
 * rows is a field that narrows them, and of many rows those in sight are drawn.
 */
export function DataTable<T extends object>(props: DataTableProps<T> & Searched<T>): ReactNode {
  return props.isPaged === true ? <Rows {...props} /> : <FoundRows {...props} search={props.search} />;
}

function FoundRows<T extends object>(props: DataTableProps<T> & { search: RowSearch<T> }): ReactNode {
  const { label, columns, rows, rowId, rowText, selectedId, onSelect, onOpen, empty, search } = props;
  const { found, isLong, isPart = false, setWords } = search;
  const Drawn = rows.length > ALL_DRAWN ? LongTable : Rows;
  const table = useMemo(
    () => (
      <Drawn
        {...{ label, columns, rows: found, rowId }}
        {...(rowText === undefined ? {} : { rowText })}
        {...(selectedId === undefined ? {} : { selectedId })}
        {...(onSelect === undefined ? {} : { onSelect })}
        {...(onOpen === undefined ? {} : { onOpen })}
        empty={isLong ? <NoMatches isPart={isPart} onClear={() => setWords('')} /> : empty}
      />
    ),
    [
      Drawn,
      label,
      columns,
      found,
      rowId,
      rowText,
      selectedId,
      onSelect,
      onOpen,
      isLong,
      isPart,
      setWords,
      empty,
    ],
  );
  return (
    <>
      <RowSearchField label={label} search={search} />
      {table}
    </>
  );
}

function Rows<T extends object>(props: DataTableProps<T>): ReactNode {
  const { label, columns, rows, rowId, rowText, rowTone, selectedId, onSelect, onOpen, empty } = props;
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
      <TableBody
        renderEmptyState={() =>
          typeof empty === 'string' ? <p className={styles['none']}>{empty}</p> : empty
        }
      >
        {rows.map((row) => (
          <Row
            key={rowId(row)}
            id={rowId(row)}
            textValue={rowText?.(row) ?? rowId(row)}
            className={classNames(styles['row'], styles[rowTone?.(row) ?? ''])}
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
