import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Plate } from './plate.tsx';
import styles from './lock-screen.module.css';
import { LOCK_TEXT } from './text.ts';

const unlock = (): Promise<void> => getConsole().app.unlock();

/** The console while it is locked: nothing of it is shown. */
export function LockScreen(): ReactNode {
  const task = useTask(unlock);
  return (
    <Plate icon={Lock} title={LOCK_TEXT.lock.title}>
      <p className={styles['text']}>{LOCK_TEXT.lock.text}</p>
      <Refusal error={task.error} />
      <div className={styles['actions']}>
        <Button
          kind="primary"
          icon={LockOpen}
          autoFocus
          kbd="Enter"
          isPending={task.busy}
          onPress={() => void task.run()}
        >
          {LOCK_TEXT.lock.unlock}
        </Button>
      </div>
    </Plate>
  );
}
