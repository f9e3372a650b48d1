import { Check, Fingerprint, KeyRound, Lock, type LucideIcon, MonitorCog } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { LockSettings } from '#preload/contract/lock.ts';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import { useKnownSnapshot } from '../../bridge/app-state.ts';
import { type BridgeError, getConsole } from '../../bridge/console.ts';
import type { QueryState } from '../../bridge/live-query.ts';
import { createQuery, useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tags.tsx';
import { LOCK_TEXT } from './text.ts';
import styles from './unlock-methods.module.css';

const TEXT = LOCK_TEXT.methods;
const ICONS: Readonly<Record<VerificationMethod, LucideIcon>> = {
  passphrase: Lock,
  passkey: KeyRound,
  polkit: MonitorCog,
  touchId: Fingerprint,
};

/** What unlocks the console, and what else this computer has for it. */
const lockSettings = createQuery(() => getConsole().lock.state());

/** What holds of the lock, and a way to change it: what holds then is read again, whatever came of it. */
export function useLockSettings(): {
  readonly known: QueryState<LockSettings>;
  readonly isPending: boolean;
  /** Why the last reading or change failed. */
  readonly error: BridgeError | null;
  readonly change: (act: () => Promise<void>) => void;
} {
  const known = useQuery(lockSettings);
  const task = useTask(
    useCallback(async (act: () => Promise<void>) => {
      try {
        await act();
      } finally {
        await lockSettings.load();
      }
    }, []),
  );
  return {
    known,
    isPending: task.busy,
    error: known.state === 'failed' ? known.error : task.error,
    change: (act) => void task.run(act),
  };
}

interface MethodListProps extends Pick<ReturnType<typeof useLockSettings>, 'isPending' | 'change'> {
  readonly methods: readonly VerificationMethod[];
  /** A row above the methods. */
  readonly first?: ReactNode;
}

/** Methods, each with the button that sets it up. Every proof is asked for on the approval surface. */
export function MethodList({ methods, first, isPending, change }: MethodListProps): ReactNode {
  const verification = useKnownSnapshot()?.verification;
  return (
    <ul className={styles['list']} aria-label={TEXT.label}>
      {first}
      {methods.map((method) => (
        <MethodRow
          key={method}
          method={method}
          isCurrent={method === verification}
          isPending={isPending}
          onChoose={() => change(() => getConsole().lock.choose({ method }))}
        />
      ))}
    </ul>
  );
}

/** Reserves the row of the system sign-in while the console looks it up, and says so if this computer has none. */
export const SystemMethodPlace = ({ state }: { state: QueryState<LockSettings>['state'] }): ReactNode => (
  <li>
    <span className={styles['face']}>
      <Icon of={MonitorCog} />
    </span>
    <div className={styles['words']}>
      <div className={styles['name']}>{TEXT.system.name}</div>
      <div className={styles['text']}>{TEXT.system[state]}</div>
    </div>
  </li>
);

interface MethodRowProps {
  readonly method: VerificationMethod;
  readonly isCurrent: boolean;
  readonly isPending: boolean;
  readonly onChoose: () => void;
}

function MethodRow({ method, isCurrent, isPending, onChoose }: MethodRowProps): ReactNode {
  const name = TEXT.names[method];
  const canChange = !isCurrent || method === 'passphrase';
  return (
    <li>
      <span className={styles['face']}>
        <Icon of={ICONS[method]} />
      </span>
      <div className={styles['words']}>
        <div className={styles['name']}>
          {name}
          {isCurrent && (
            <Tag tone="ok" icon={Check}>
              {TEXT.current}
            </Tag>
          )}
        </div>
        <div className={styles['text']}>{TEXT.texts[method]}</div>
      </div>
      {canChange && (
        <Button
          small
          aria-label={isCurrent ? TEXT.change : TEXT.setUp(name)}
          isPending={isPending}
          onPress={onChoose}
        >
          {isCurrent ? TEXT.changeButton : TEXT.useButton}
        </Button>
      )}
    </li>
  );
}
