import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { formatMinute } from '../../format/time.ts';
import styles from './signing.module.css';
import { SIGNING_TEXT } from './text.ts';
import { useUnfinished } from './unfinished-store.ts';

interface UnfinishedNotesProps {
  readonly isDisabled: boolean;
  readonly onResume: (fingerprint: string) => void;
}

/** Requests that were sent and got no answer: one note each, with the way to finish them. */
export function UnfinishedNotes({ isDisabled, onResume }: UnfinishedNotesProps): ReactNode {
  const { requests, error } = useUnfinished();
  if (requests.length === 0 && error === null) return null;
  return (
    <div className={styles['notes']}>
      <Refusal error={error} />
      {requests.map((request) => (
        <Note
          key={request.fingerprint}
          tone="warn"
          title={SIGNING_TEXT.unfinished.title(request.operation.replaceAll('_', ' '))}
          action={
            <Button small isDisabled={isDisabled} onPress={() => onResume(request.fingerprint)}>
              {SIGNING_TEXT.unfinished.resume}
            </Button>
          }
        >
          {SIGNING_TEXT.unfinished.text(formatMinute(request.sentAtMs))}
        </Note>
      ))}
    </div>
  );
}
