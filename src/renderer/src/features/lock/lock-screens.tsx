import { KeyRound, Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSnapshot, useHealth } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { RecheckButton } from '../../ui/status.tsx';
import { Plate } from './plates.tsx';
import styles from './plates.module.css';
import { LOCK_TEXT } from './text.ts';

/** The console without its keychain: what is missing, and what to do on this system. Keys are never put in a file. */
export function KeychainScreen(): ReactNode {
  const keychain = useHealth((health) => health.keychain);
  const isLocked = keychain.state === 'locked';
  return (
    <Plate icon={KeyRound} tone="bad" title={isLocked ? LOCK_TEXT.keychain.locked : LOCK_TEXT.keychain.none}>
      <p className={styles['text']}>{LOCK_TEXT.keychain.text(keychain.backend)}</p>
      <Note tone="warn" title={keychain.message}>
        {keychain.remedy}
      </Note>
      <div className={styles['actions']}>
        <RecheckButton autoFocus />
      </div>
    </Plate>
  );
}

const unlock = (): Promise<void> => getConsole().app.unlock();

/** The console while it is locked: nothing of it is shown. */
export function LockScreen(): ReactNode {
  const task = useTask(unlock);
  const { verification } = useAppSnapshot();
  return (
    <Plate icon={Lock} title={LOCK_TEXT.lock.title}>
      <p className={styles['text']}>{LOCK_TEXT.lock.text}</p>
      {verification === null && (
        <Note tone="warn" title={LOCK_TEXT.lock.unset}>
          {LOCK_TEXT.lock.unsetText}
        </Note>
      )}
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
          {LOCK_TEXT.lock.unlock[verification ?? 'none']}
        </Button>
      </div>
    </Plate>
  );
}
