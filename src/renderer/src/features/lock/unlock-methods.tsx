import { Check, Fingerprint, KeyRound, Lock, type LucideIcon, MonitorCog } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
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
export const lockSettings = createQuery(() => getConsole().lock.state());

/** Changes something about the lock, and reads again what holds now, whatever came of it. */
export async function changeLock(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } finally {
    await lockSettings.load();
  }
}

/** The methods that this computer has, each with the button that sets it up. Every proof is asked for on the approval surface. */
export function MethodList({
  offered,
  current,
  isPending,
  onChoose,
}: {
  offered: readonly VerificationMethod[];
  current: VerificationMethod | null;
  isPending: boolean;
  onChoose: (method: VerificationMethod) => void;
}): ReactNode {
  return (
    <ul className={styles['list']} aria-label={TEXT.label}>
      {offered.map((method) => (
        <MethodRow
          key={method}
          method={method}
          isCurrent={method === current}
          isPending={isPending}
          onChoose={() => onChoose(method)}
        />
      ))}
    </ul>
  );
}

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
