import type { ReactNode } from 'react';
import type { JournalLine } from '#preload/contract/journal.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Address, CopyButton } from '../../ui/values.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { formatMinute } from '../../format/time.ts';
import styles from './journal.module.css';
import { JOURNAL_TEXT } from './text.ts';

const COLUMNS: readonly TableColumn<JournalLine>[] = [
  {
    id: 'number',
    title: JOURNAL_TEXT.columns.line,
    cell: (line) => <span className={styles['number']}>{line.number.toLocaleString('en')}</span>,
  },
  { id: 'what', title: JOURNAL_TEXT.columns.what, cell: (line) => <What line={line} /> },
  { id: 'by', title: JOURNAL_TEXT.columns.by, cell: (line) => <StampedBy line={line} /> },
  {
    id: 'digest',
    title: JOURNAL_TEXT.columns.digest,
    cell: (line) => (
      <span className={styles['digest']}>
        <Address value={line.digest} />
        <CopyButton text={line.digest} what={JOURNAL_TEXT.digestNoun(line.number)} />
      </span>
    ),
  },
  { id: 'outcome', title: JOURNAL_TEXT.columns.outcome, cell: (line) => <Ending outcome={line.outcome} /> },
];

/** The lines as a table. */
export const JournalTable = ({ lines }: { lines: readonly JournalLine[] }): ReactNode => (
  <DataTable
    isPaged
    label={JOURNAL_TEXT.title}
    columns={COLUMNS}
    rows={lines}
    rowId={(line) => String(line.number)}
    rowText={(line) => `${line.number} ${line.operation}`}
  />
);

const inWords = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

function What({ line }: { line: JournalLine }): ReactNode {
  const ms = Date.parse(line.time);
  return (
    <span className={classNames(styles['two'], styles['what'])}>
      <b>{inWords(line.operation)}</b>
      <span>
        {Number.isFinite(ms) ? formatMinute(ms) : line.time}{' '}
        <span className={styles['profile']}>· {line.profile}</span>
      </span>
      {line.subject !== undefined && <span className={styles['subject']}>{line.subject}</span>}
    </span>
  );
}

/** The credential by its label, where this machine still has it; its public key else. */
function StampedBy({ line }: { line: JournalLine }): ReactNode {
  const { credentials } = useAppSnapshot();
  if (line.publicKey === '') return <span className={styles['two']}>{JOURNAL_TEXT.noCredential}</span>;
  const known = credentials.find((credential) => credential.publicKey === line.publicKey);
  return (
    <span className={styles['two']}>
      <b>{known?.label ?? JOURNAL_TEXT.unknownKey}</b>
      <span className={styles['key']} title={line.publicKey}>
        {line.publicKey.slice(0, 6)}…{line.publicKey.slice(-4)}
      </span>
    </span>
  );
}

function Ending({ outcome }: { outcome: string }): ReactNode {
  // "failed: CODE" and "completed, verification failed" are what must not be overlooked.
  const tone = outcome === 'completed' ? 'ok' : outcome.includes('failed') ? 'bad' : 'plain';
  return <span className={classNames(styles['ending'], styles[tone])}>{inWords(outcome)}</span>;
}
