import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OfflineKind } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { CodeCard } from '../codes/code-card.tsx';
import { type Outgoing, useOutgoingBytes } from './file-slots.tsx';
import styles from './offline.module.css';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.outgoing;

const save = (id: string, kind: OfflineKind) => getConsole().offline.save({ id, kind });

interface OutgoingCardProps extends Outgoing {
  /** Goes on, where this is the last thing to do. */
  readonly onDone?: (() => void) | undefined;
}

/** A file for the other computer, and the ways it can go there. */
export function OutgoingCard({ id, kind, file, onDone }: OutgoingCardProps): ReactNode {
  const saving = useTask(save);
  const codes = useOutgoingBytes([{ id, kind, file }]);
  const isSaved = file.savedTo !== null;
  return (
    <CodeCard
      title={TEXT[kind]}
      {...codes}
      before={
        <span className={styles['save']}>
          <Button
            kind={isSaved || onDone === undefined ? 'plain' : 'primary'}
            icon={FileDown}
            isPending={saving.busy}
            onPress={() => void saving.run(id, kind)}
          >
            {TEXT.save}
          </Button>
          {TEXT.saveNote}
        </span>
      }
      after={
        onDone && (
          <Button kind={isSaved ? 'primary' : 'plain'} onPress={onDone}>
            {TEXT.done}
          </Button>
        )
      }
    >
      <Facts>
        <FactRow label={TEXT.name}>
          <span className={styles['mono']}>{file.name}</span>
        </FactRow>
      </Facts>
      <p className={styles['faint']} role="status">
        {file.savedTo === null ? TEXT.notSaved : TEXT.saved(file.savedTo)}
      </p>
      <Refusal error={saving.error} />
    </CodeCard>
  );
}
