import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Plate } from './plate.tsx';
import styles from './lock-screen.module.css';

const unlock = (): Promise<void> => getConsole().app.unlock();

/** The console while it is locked: nothing of it is shown. */
export function LockScreen(): ReactNode {
  const task = useTask(unlock);
  return (
    <Plate icon={Lock} title="The console is locked">
      <p className={styles['text']}>
        Nothing is shown and nothing can be stamped. Keys stay in this machine&apos;s keychain. Requests that
        were sent before go on at the service.
      </p>
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
          Unlock
        </Button>
      </div>
    </Plate>
  );
}
