import { type ReactNode, useEffect } from 'react';
import type { Health } from '#preload/contract/app.ts';
import type { ClosedJournal } from '#preload/contract/reads.ts';
import { useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatMinute } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { closeJournal, closedJournals } from './journal-store.ts';
import styles from './journal.module.css';
import { JOURNAL_TEXT } from './text.ts';

const TEXT = JOURNAL_TEXT.closed;

/** What is wrong with the journal, and the way out: to close it and begin the next one. */
export function TamperedNote({ journal }: { journal: Health['journal'] }): ReactNode {
  const closing = useTask(closeJournal);
  return (
    <>
      <Note
        tone="bad"
        live
        title={JOURNAL_TEXT.tampered.title}
        action={
          <Button kind="danger" isPending={closing.busy} onPress={() => void closing.run()}>
            {JOURNAL_TEXT.tampered.close}
          </Button>
        }
      >
        {journal.message} {JOURNAL_TEXT.tampered.wayOut}
      </Note>
      <Refusal error={closing.error} />
    </>
  );
}

/** The journals before this one, with what their notes say and whether that still holds. */
export function ClosedJournals({ journal }: { journal: Health['journal'] }): ReactNode {
  const known = useQuery(closedJournals);
  useEffect(() => void closedJournals.load(), [journal.state]);
  if (known.state !== 'ready' || known.value.length === 0) return null;
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} end={TEXT.hint} />
      {known.value.toReversed().map((closed) => (
        <CardSection key={closed.number}>
          <ClosedFacts closed={closed} />
        </CardSection>
      ))}
    </Card>
  );
}

function ClosedFacts({ closed: { number, digest, note, problem } }: { closed: ClosedJournal }): ReactNode {
  return (
    <>
      <b>{TEXT.name(number, note?.file?.name)}</b>
      <Facts>
        {note !== null && (
          <>
            <FactRow label={TEXT.found}>{note.found}</FactRow>
            <FactRow label={TEXT.closedAt}>{formatMinute(Date.parse(note.closedAt))}</FactRow>
            <FactRow label={TEXT.written}>{note.written.lines.toLocaleString('en')}</FactRow>
            <FactRow label={TEXT.digest}>
              {note.file === null ? (
                TEXT.gone
              ) : (
                <span className={styles['digest']}>
                  <AddressText value={note.file.sha256} />
                  <CopyButton text={note.file.sha256} what={TEXT.digest} />
                </span>
              )}
            </FactRow>
          </>
        )}
        <FactRow label={TEXT.noteDigest}>
          <span className={styles['digest']}>
            <AddressText value={digest} />
            <CopyButton text={digest} what={TEXT.noteDigest} />
          </span>
        </FactRow>
        <FactRow label={TEXT.state}>
          <span className={styles[problem === null ? 'ok' : 'bad']}>{problem ?? TEXT.asNoted}</span>
        </FactRow>
      </Facts>
    </>
  );
}
