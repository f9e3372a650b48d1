import { DatabaseBackup, DatabaseZap, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { BackupFileDialog } from './backup-file-dialog.tsx';
import { BackupFacts, type FoundBackup } from './backup-facts.tsx';
import styles from './service-backup.module.css';
import { SERVICE_BACKUP_TEXT as TEXT } from './text.ts';

const make = () => getConsole().serviceBackup.make();

/** Backups of the service on this computer: made, verified and restored by its own program. */
export function ServiceBackupCard(): ReactNode {
  const { offline } = useAppSnapshot();
  const [asked, setAsked] = useState<'verify' | 'restore' | null>(null);
  const [found, setFound] = useState<FoundBackup | null>(null);
  const making = useTask(make);
  const start = async (): Promise<void> => {
    setFound(null);
    const backup = await making.run();
    if (backup) setFound({ by: 'make', backup });
  };
  const ask = (what: 'verify' | 'restore') => () => {
    making.clear();
    setFound(null);
    setAsked(what);
  };
  // An offline console runs no service.
  if (offline !== null) return null;
  return (
    <Card label={TEXT.title}>
      <CardSection className={styles['head']}>
        <div>
          <h2 className={styles['title']}>{TEXT.title}</h2>
          <div className={styles['text']}>{TEXT.text}</div>
        </div>
        <div className={styles['buttons']}>
          <Button icon={DatabaseBackup} isPending={making.busy} onPress={() => void start()}>
            {TEXT.make}
          </Button>
          <Button icon={ShieldCheck} isDisabled={making.busy} onPress={ask('verify')}>
            {TEXT.verify}
          </Button>
          <Button icon={DatabaseZap} isDisabled={making.busy} onPress={ask('restore')}>
            {TEXT.restore}
          </Button>
        </div>
        <Refusal error={making.error} />
      </CardSection>
      {found !== null && <BackupFacts found={found} />}
      {asked !== null && (
        <BackupFileDialog
          what={asked}
          onDone={(backup) => setFound({ by: asked, backup })}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
