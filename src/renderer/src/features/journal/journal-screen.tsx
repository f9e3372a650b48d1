import { BookOpenCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Health } from '#preload/contract/app.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import { useAppSnapshot, useHealth } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatMinute } from '../../format/time.ts';
import { go, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { NoMatches, type RowSearch, RowSearchField } from '../../ui/finding.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { ClosedJournals, TamperedNote } from './closed-journals.tsx';
import { inWords, useJournalSearch } from './journal-search.ts';
import {
  type JournalFilter,
  filterJournal,
  loadJournal,
  loadOlderLines,
  useJournal,
} from './journal-store.ts';
import styles from './journal.module.css';
import { JOURNAL_TEXT } from './text.ts';

const NONE: readonly never[] = [];

const FILTERS: readonly { readonly id: JournalFilter; readonly label: string }[] = [
  { id: 'changes', label: JOURNAL_TEXT.filters.changes },
  { id: 'all', label: JOURNAL_TEXT.filters.all },
];

/** The record of every stamp that this console made, and whether it is whole. */
export function JournalScreen(): ReactNode {
  const journal = useHealth((health) => health.journal);
  const { filter, lines, hasOlder, error } = useJournal();
  const older = useTask(loadOlderLines);
  // A new line changes the count, and the count comes as news.
  useEffect(() => void loadJournal(), [journal.lines, journal.state]);
  useSubtitle(`${journal.lines.toLocaleString('en')} ${journal.lines === 1 ? 'line' : 'lines'}`);
  const count = lines?.length ?? 0;
  const search = useJournalSearch(lines ?? NONE, hasOlder);
  return (
    <ScreenLayout layout="wide">
      <div className={styles['wide']}>
        <ChainNote journal={journal} />
        <Segmented
          label={JOURNAL_TEXT.filters.label}
          options={FILTERS}
          value={filter}
          onChange={(id) => void filterJournal(id)}
        />
        <Card label={JOURNAL_TEXT.title}>
          <CardHeader
            title={filter === 'all' ? JOURNAL_TEXT.allTitle : JOURNAL_TEXT.changesTitle}
            end={JOURNAL_TEXT.newestFirst}
          />
          <CardSection flush>
            {lines === null && error && <FailedState error={error} onRetry={() => void loadJournal()} />}
            {lines === null && !error && (
              <CardSection>
                <div aria-busy="true">
                  <Skeleton lines={8} wide />
                </div>
              </CardSection>
            )}
            {lines !== null && count === 0 && (
              <EmptyState
                icon={BookOpenCheck}
                title={JOURNAL_TEXT.emptyTitle}
                action={<Button onPress={() => go('sign')}>{JOURNAL_TEXT.sign}</Button>}
              >
                {JOURNAL_TEXT.empty}
              </EmptyState>
            )}
            {lines !== null && count > 0 && <JournalTable lines={lines} search={search} />}
          </CardSection>
          {lines !== null && error && (
            <CardSection>
              <Refusal error={error} />
            </CardSection>
          )}
          {count > 0 && (
            <CardFooter note={JOURNAL_TEXT.shown(count.toLocaleString('en'))}>
              {hasOlder && (
                <Button small isPending={older.busy} onPress={() => void older.run()}>
                  {JOURNAL_TEXT.older}
                </Button>
              )}
            </CardFooter>
          )}
        </Card>
        <ClosedJournals journal={journal} />
      </div>
    </ScreenLayout>
  );
}

function ChainNote({ journal }: { journal: Health['journal'] }): ReactNode {
  if (journal.state === 'checking') {
    return (
      <Note title={JOURNAL_TEXT.chain.checkingTitle}>{JOURNAL_TEXT.chain.checking(journal.message)}</Note>
    );
  }
  if (journal.state === 'tampered') return <TamperedNote journal={journal} />;
  if (journal.state === 'unwritable') {
    return (
      <Note tone="bad" live title={journal.message}>
        {journal.remedy}
      </Note>
    );
  }
  return (
    <Note tone="good" title={JOURNAL_TEXT.chain.intactTitle}>
      {JOURNAL_TEXT.chain.intact(journal.message)}
    </Note>
  );
}

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
        <AddressText value={line.digest} />
        <CopyButton text={line.digest} what={JOURNAL_TEXT.digestNoun(line.number)} />
      </span>
    ),
  },
  { id: 'outcome', title: JOURNAL_TEXT.columns.outcome, cell: (line) => <Ending outcome={line.outcome} /> },
];

interface JournalTableProps {
  readonly lines: readonly JournalLine[];
  readonly search: RowSearch<JournalLine>;
}

/** The lines as a table. */
const JournalTable = ({ lines, search }: JournalTableProps): ReactNode => (
  <>
    <RowSearchField label={JOURNAL_TEXT.title} search={search} />
    <DataTable
      isPaged
      label={JOURNAL_TEXT.title}
      columns={COLUMNS}
      rows={search.found}
      rowId={(line) => String(line.number)}
      rowText={(line) => `${line.number} ${line.operation}`}
      empty={
        lines.length > 0 && <NoMatches isPart={search.isPart ?? false} onClear={() => search.setWords('')} />
      }
    />
  </>
);

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
