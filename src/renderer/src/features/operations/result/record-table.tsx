import { useState } from 'react';
import type { ReactNode } from 'react';
import { DataTable } from '#renderer/ui/data-table.tsx';
import type { TableColumn } from '#renderer/ui/data-table.tsx';
import styles from '../operations.module.css';
import { isData, nameOf, wordsOf } from './value-text.ts';
import type { Json } from './value-text.ts';
import { RESULT_TEXT } from './text.ts';

interface Row {
  readonly id: string;
  readonly record: Json;
}

const MAX_COLUMNS = 4;

interface RecordTableProps {
  readonly label: string;
  readonly records: readonly Json[];
  /** Draws a record in full. */
  readonly children: (record: Json) => ReactNode;
}

/** Records as a table of their first few plain members; the one that is chosen in full below. */
export function RecordTable({ label, records, children }: RecordTableProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = records.map((record, index) => ({ id: String(index), record }));
  const selected = rows.find((row) => row.id === chosen);
  return (
    <>
      <div className={styles['tableFrame']}>
        <DataTable
          label={label}
          columns={columnsOf(records)}
          rows={rows}
          rowId={(row) => row.id}
          selectedId={chosen}
          onSelect={setChosen}
        />
      </div>
      {selected && <div className={styles['chosen']}>{children(selected.record)}</div>}
    </>
  );
}

/** The members that every reader looks for first: names and states before ids, times last. */
function columnsOf(records: readonly Json[]): readonly TableColumn<Row>[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) =>
    records.some((record) => record[name] !== undefined && wordsOf(record[name]) !== null),
  );
  const rank = (name: string): number => {
    if (/name$|label$/i.test(name)) return 0;
    if (/^(?:createdAt|updatedAt)/.test(name)) return 4;
    if (name === 'organizationId') return 5;
    return /id$/i.test(name) ? 1 : 2;
  };
  const shown = names.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_COLUMNS);
  return (shown.length > 0 ? shown : ['']).map((name) => ({
    id: name === '' ? 'record' : name,
    title: name === '' ? RESULT_TEXT.record : nameOf(name),
    cell: ({ record }) => (
      <span className={isData(record[name]) ? styles['cellData'] : undefined}>
        {name === '' ? RESULT_TEXT.show : (wordsOf(record[name]) ?? '')}
      </span>
    ),
  }));
}
