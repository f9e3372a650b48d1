import { BookOpenCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Health } from '#preload/contract/health.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { filterJournal, loadJournal, loadOlderLines, useJournal } from './journal-store.ts';
import type { JournalFilter } from './journal-store.ts';
import { JournalTable } from './journal-table.tsx';
import styles from './journal.module.css';
import { JOURNAL_TEXT } from './text.ts';

const FILTERS: readonly { readonly id: JournalFilter; readonly label: string }[] = [
  { id: 'changes', label: JOURNAL_TEXT.filters.changes },
  { id: 'all', label: JOURNAL_TEXT.filters.all },
];

/** The record of every stamp that this console made, and whether it is whole. */
export function JournalScreen(): ReactNode {
  const { journal } = useAppSnapshot().health;
  const { filter, lines, hasOlder, error } = useJournal();
  const older = useTask(loadOlderLines);
  // A new line changes the count, and the count comes as news.
  useEffect(() => void loadJournal(), [journal.lines, journal.state]);
  useSubtitle(`${journal.lines.toLocaleString('en')} ${journal.lines === 1 ? 'line' : 'lines'}`);
  const count = lines?.length ?? 0;
  return (
    <ScreenLayout>
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
            {lines !== null && count > 0 && <JournalTable lines={lines} />}
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
  if (journal.state === 'tampered') {
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
