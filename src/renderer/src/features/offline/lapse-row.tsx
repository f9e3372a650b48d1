import { RotateCw, TimerReset } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OfflineItem } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatClock } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Countdown } from '../../ui/progress.tsx';
import styles from './offline.module.css';
import { isLapsed } from './offline-store.ts';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.lapse;

const again = (id: string) => getConsole().offline.again({ id });

/** How long a service still takes a request; once that is over, a new one in one step. */
export function LapseRow({ item, onLapse }: { item: OfflineItem; onLapse?: () => void }): ReactNode {
  const [isOver, setIsOver] = useState(() => isLapsed(item, Date.now()));
  const task = useTask(again);
  // One that was answered is over, and a new one would do the same once more.
  if (isOver && item.answer?.status === 200)
    return (
      <Note title={TEXT.overTitle} live>
        {TEXT.overAnswered}
      </Note>
    );
  if (isOver)
    return (
      <>
        <Note
          tone="warn"
          title={TEXT.overTitle}
          live
          action={
            <Button small icon={RotateCw} isPending={task.busy} onPress={() => void task.run(item.id)}>
              {TEXT.again}
            </Button>
          }
        >
          {TEXT.over}
        </Note>
        <Refusal error={task.error} />
      </>
    );
  return (
    <div className={styles['lapse']}>
      <Icon of={TimerReset} />
      <span className={styles['left']}>
        <Countdown
          untilMs={item.lapsesAtMs}
          onEnd={() => {
            setIsOver(true);
            onLapse?.();
          }}
        />
      </span>
      <span>
        <b>{TEXT.title}</b>
        <span className={styles['faint']}>{TEXT.at(formatClock(item.lapsesAtMs))}</span>
      </span>
    </div>
  );
}
