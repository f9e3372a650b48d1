import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { ConfirmClockButton } from '../../ui/status.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const TEXT = SETTINGS_TEXT.offline;

/** Whether the console has a network, who said so, and what holds from its next start on. */
export function OfflineCard(): ReactNode {
  const { offline, startsOffline } = useAppSnapshot();
  const task = useTask(() => getConsole().offlineState.setNextStart({ isOffline: !startsOffline }));
  const isNow = offline?.by === 'setting';
  return (
    <Card label={TEXT.title}>
      <CardSection className={styles['line']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{TEXT.title}</h2>
          <div className={styles['text']}>{stateText(offline)}</div>
          {startsOffline !== isNow && offline?.by !== 'administrator' && (
            <div className={styles['text']}>{startsOffline ? TEXT.next.offline : TEXT.next.online}</div>
          )}
          <Refusal error={task.error} />
        </div>
        {offline?.clockConfirmedMs === null && <ConfirmClockButton plain />}
        {offline?.by !== 'administrator' && (
          <Button icon={WifiOff} isPending={task.busy} onPress={() => void task.run()}>
            {startsOffline ? TEXT.goOnline : TEXT.goOffline}
          </Button>
        )}
      </CardSection>
    </Card>
  );
}

function stateText(offline: ReturnType<typeof useAppSnapshot>['offline']): string {
  if (offline === null) return TEXT.off;
  return offline.by === 'administrator' ? TEXT.on.administrator(offline.file ?? '') : TEXT.on[offline.by];
}
