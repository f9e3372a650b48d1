import { CircleAlert, KeyRound, Lock, LockOpen, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { startAppState, useAppSnapshot, useHealth } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { showOverlay } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { RecheckButton } from '../../ui/status.tsx';
import { UI_TEXT } from '../../ui/text.ts';
import { attempt } from '../../ui/toasts.ts';
import styles from './plates.module.css';
import { LOCK_TEXT } from './text.ts';

interface PlateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly tone?: 'accent' | 'bad';
  readonly children: ReactNode;
}

/** A full screen with one thing to say: a mark, a title, words and what to do. */
export function Plate({ icon, title, tone = 'accent', children }: PlateProps): ReactNode {
  return (
    <main className={styles['page']}>
      <div className={styles['plate']}>
        <div className={styles['head']}>
          <span className={classNames(styles['mark'], styles[tone])}>
            <Icon of={icon} />
          </span>
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}

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

/** The window when the privileged side does not answer its first call. */
export function StartFailed({
  error,
}: {
  error: { readonly message: string; readonly remedy: string };
}): ReactNode {
  return (
    <Plate icon={CircleAlert} tone="bad" title={LOCK_TEXT.start.failed}>
      <p>{error.message}</p>
      <p className={styles['text']}>{error.remedy}</p>
      <div className={styles['actions']}>
        <Button kind="primary" icon={RotateCw} autoFocus onPress={() => startAppState()}>
          {UI_TEXT.tryAgain}
        </Button>
      </div>
    </Plate>
  );
}

/** Locks the console: nothing is shown or stamped until it is unlocked, and nothing lies open afterwards. */
export function lockConsole(): Promise<void> {
  showOverlay(null);
  return attempt(() => getConsole().app.lock());
}
