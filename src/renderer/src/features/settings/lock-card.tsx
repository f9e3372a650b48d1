import type { ReactNode } from 'react';
import { IDLE_MINUTES } from '#preload/contract/lock-limits.ts';
import type { LockSettings } from '#preload/contract/lock.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { PasskeyNote } from '../credentials/passkey-ceremony.tsx';
import { MethodList, type useLockSettings } from '../lock/unlock-methods.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const TEXT = SETTINGS_TEXT.lock;
const MINUTES = IDLE_MINUTES.map((minutes) => ({ id: String(minutes), label: TEXT.minutes[minutes] }));

/** What unlocks the console, and when it locks by itself. Every proof is asked for on the approval surface. */
export function LockCard({ known, isPending, error, change }: ReturnType<typeof useLockSettings>): ReactNode {
  const { verification } = useAppSnapshot();
  const { lock } = getConsole();
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection className={styles['notes']}>
        <Refusal error={error} />
        <PasskeyNote kind="create" />
        {known.state === 'ready' && <LockNote state={known.value} isSet={verification !== null} />}
        {known.state === 'loading' && <Skeleton lines={4} />}
      </CardSection>
      {known.state === 'ready' && (
        <>
          <MethodList methods={known.value.offered} {...{ isPending, change }} />
          <CardSection className={`${styles['line'] ?? ''} ${styles['ruled'] ?? ''}`}>
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
                if (minutes !== undefined) change(() => lock.setIdle({ minutes }));
              }}
            />
          </CardSection>
        </>
      )}
      <CardFooter note={TEXT.note}>
        {known.state !== 'loading' && verification !== null && (
          <Button isPending={isPending} onPress={() => change(() => lock.remove())}>
            {TEXT.remove}
          </Button>
        )}
      </CardFooter>
    </Card>
  );
}

function LockNote({ state, isSet }: { state: LockSettings; isSet: boolean }): ReactNode {
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
