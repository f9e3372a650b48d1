import { Pencil, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SecretRow } from '#preload/contract/secrets.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tags.tsx';
import { FoundTable } from '../filters/found-list.tsx';
import { showImport } from './import-store.ts';
import { rowState, SECRET_IMPORT_TEXT } from './text.ts';
import styles from './import.module.css';

const TEXT = SECRET_IMPORT_TEXT.table;

const remove = (id: number): void =>
  void attempt(async () => showImport(await getConsole().secrets.remove({ id })));

const COLUMNS: readonly TableColumn<SecretRow>[] = [
  { id: 'name', title: TEXT.name, cell: ({ name }) => <b className={styles['name']}>{name}</b> },
  { id: 'length', title: TEXT.length, numeric: true, cell: ({ length }) => length.toLocaleString('en') },
  {
    id: 'properties',
    title: TEXT.properties,
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
  { id: 'state', title: TEXT.status, cell: (row) => <State of={row} /> },
];

const secretText = (row: SecretRow): string =>
  [row.name, ...row.properties.map(({ key, value }) => `${key} = ${value}`), rowState(row)].join(' ');

interface SecretTableProps {
  readonly rows: readonly SecretRow[];
  /** Opens a row for a change; null once nothing may change. */
  readonly onEdit: ((row: SecretRow) => void) | null;
}

/** Names, lengths and properties of secrets, and how each stands. */
export function SecretTable({ rows, onEdit }: SecretTableProps): ReactNode {
  const actions: TableColumn<SecretRow> = {
    id: 'actions',
    title: TEXT.actions,
    cell: (row) => (
      <span className={styles['actions']}>
        <Button
          kind="quiet"
          small
          icon={Pencil}
          aria-label={TEXT.edit(row.name)}
          onPress={() => onEdit?.(row)}
        />
        <Button
          kind="quiet"
          small
          icon={X}
          aria-label={TEXT.remove(row.name)}
          onPress={() => remove(row.id)}
        />
      </span>
    ),
  };
  return (
    <FoundTable
      // What is typed in one import hides nothing of the next.
      list="importedSecrets"
      of={useId()}
      label={SECRET_IMPORT_TEXT.secrets}
      columns={onEdit === null ? COLUMNS : [...COLUMNS, actions]}
      rows={rows}
      rowId={({ id }) => String(id)}
      rowText={secretText}
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
