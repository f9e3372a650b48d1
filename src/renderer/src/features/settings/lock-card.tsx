import { Check, Fingerprint, KeyRound, Lock, type LucideIcon, MonitorCog } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { type LockState } from '#preload/contract/lock.ts';
import { IDLE_MINUTES, type VerificationMethod } from '#preload/contract/lock-limits.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery, useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tags.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const TEXT = SETTINGS_TEXT.lock;
const ICONS: Readonly<Record<VerificationMethod, LucideIcon>> = {
  passphrase: Lock,
  passkey: KeyRound,
  polkit: MonitorCog,
  touchId: Fingerprint,
};

const lockState = createQuery(() => getConsole().lock.state());

/** Changes something about the lock, and reads again what holds now, whatever came of it. */
async function change(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } finally {
    await lockState.load();
  }
}

const MINUTES = IDLE_MINUTES.map((minutes) => ({ id: String(minutes), label: TEXT.minutes[minutes] }));

/** What unlocks the console, and when it locks by itself. Every proof is asked for on the approval surface. */
export function LockCard(): ReactNode {
  const { verification } = useAppSnapshot();
  const known = useQuery(lockState);
  const task = useTask(useCallback((act: () => Promise<void>) => change(act), []));
  const run = (act: () => Promise<void>): void => void task.run(act);
  const { lock } = getConsole();
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection>
        <Refusal error={known.state === 'failed' ? known.error : task.error} />
        {known.state === 'ready' && <LockNote state={known.value} isSet={verification !== null} />}
        {known.state === 'loading' && <Skeleton lines={4} />}
      </CardSection>
      {known.state === 'ready' && (
        <>
          <ul className={styles['list']} aria-label={TEXT.state}>
            {known.value.offered.map((method) => (
              <MethodRow
                key={method}
                method={method}
                isCurrent={method === verification}
                isPending={task.busy}
                onChoose={() => run(() => lock.choose({ method }))}
              />
            ))}
          </ul>
          <CardSection className={styles['line']}>
            <div className={styles['words']}>
              <h3 className={styles['title']}>{TEXT.idle}</h3>
              <div className={styles['text']}>{TEXT.idleText}</div>
            </div>
            <Segmented
              label={TEXT.idle}
              options={MINUTES}
              value={String(known.value.idleMinutes)}
              onChange={(id) => {
                const minutes = IDLE_MINUTES.find((each) => String(each) === id);
                if (minutes !== undefined) run(() => lock.setIdle({ minutes }));
              }}
            />
          </CardSection>
        </>
      )}
      <CardFooter note={TEXT.note}>
        {verification !== null && (
          <Button isPending={task.busy} onPress={() => run(() => lock.remove())}>
            {TEXT.remove}
          </Button>
        )}
      </CardFooter>
    </Card>
  );
}

function LockNote({ state, isSet }: { state: LockState; isSet: boolean }): ReactNode {
  if (state.fault !== null)
    return (
      <Note tone="warn" title={state.fault.message}>
        {state.fault.remedy}
      </Note>
    );
  if (isSet) return null;
  return (
    <Note tone="warn" title={TEXT.notSet}>
      {TEXT.notSetText}
    </Note>
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
