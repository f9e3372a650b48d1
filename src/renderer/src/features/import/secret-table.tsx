import { Pencil, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SecretRow } from '../../../../preload/contract/secrets.ts';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { showImport } from './import-store.ts';
import { rowState } from './import-text.ts';
import styles from './import.module.css';

const remove = (id: number): void =>
  void attempt(async () => showImport(await getConsole().secrets.remove({ id })));

const COLUMNS: readonly TableColumn<SecretRow>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => <b className={styles['name']}>{name}</b> },
  { id: 'length', title: 'Length', numeric: true, cell: ({ length }) => length.toLocaleString('en') },
  {
    id: 'properties',
    title: 'Static properties (permanent, seen by policies)',
    grow: true,
    cell: ({ properties }) => (
      <span className={styles['properties']}>
        {properties.map(({ key, value }) => (
          <Tag key={key}>
            {key} = {value}
          </Tag>
        ))}
      </span>
    ),
  },
  { id: 'state', title: 'State', cell: (row) => <State of={row} /> },
];

interface SecretTableProps {
  readonly rows: readonly SecretRow[];
  /** Opens a row for a change; null once nothing may change. */
  readonly onEdit: ((row: SecretRow) => void) | null;
}

/** Names, lengths and properties of secrets, and how each stands. */
export function SecretTable({ rows, onEdit }: SecretTableProps): ReactNode {
  const actions: TableColumn<SecretRow> = {
    id: 'actions',
    title: 'Change',
    cell: (row) => (
      <span className={styles['actions']}>
        <Button
          kind="quiet"
          small
          icon={Pencil}
          aria-label={`Change ${row.name}`}
          onPress={() => onEdit?.(row)}
        />
        <Button
          kind="quiet"
          small
          icon={X}
          aria-label={`Take ${row.name} out`}
          onPress={() => remove(row.id)}
        />
      </span>
    ),
  };
  return (
    <DataTable
      label="Secrets"
      columns={onEdit === null ? COLUMNS : [...COLUMNS, actions]}
      rows={rows}
      rowId={({ id }) => String(id)}
      rowText={({ name }) => name}
    />
  );
}

const TONES: Readonly<Partial<Record<SecretRow['state'], string>>> = {
  imported: 'good',
  refused: 'bad',
  failed: 'bad',
};

function State({ of: row }: { of: SecretRow }): ReactNode {
  return <span className={styles[TONES[row.state] ?? 'faint']}>{rowState(row)}</span>;
}
