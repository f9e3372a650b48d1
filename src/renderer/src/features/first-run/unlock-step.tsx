import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { PasskeyNote, PasskeyWatch } from '../credentials/passkey-ceremony.tsx';
import { Plate } from '../lock/plates.tsx';
import { MethodList, changeLock, lockSettings } from '../lock/unlock-methods.tsx';
import styles from './first-run.module.css';
import { FIRST_RUN_TEXT } from './text.ts';

const TEXT = FIRST_RUN_TEXT.unlock;

/** The first choice of an operator, before any key: what unlocks the console, or that nothing does. It has no way around it. */
export function UnlockStep(): ReactNode {
  const { verification } = useAppSnapshot();
  const known = useQuery(lockSettings);
  const task = useTask(useCallback((act: () => Promise<void>) => changeLock(act), []));
  const run = (act: () => Promise<void>): void => void task.run(act);
  const { lock } = getConsole();
  const fault = known.state === 'ready' ? known.value.fault : null;
  return (
    <Plate icon={ShieldCheck} title={TEXT.title}>
      <p className={styles['intro']}>{TEXT.intro}</p>
      <PasskeyWatch />
      <PasskeyNote kind="create" />
      <Card label={TEXT.card}>
        {known.state === 'loading' && (
          <CardSection>
            <Skeleton lines={4} />
          </CardSection>
        )}
        {known.state === 'ready' && (
          <MethodList
            offered={known.value.offered}
            current={verification}
            isPending={task.busy}
            onChoose={(method) => run(() => lock.choose({ method }))}
          />
        )}
        <CardFooter note={TEXT.without}>
          <Button isPending={task.busy} onPress={() => run(() => lock.goWithout())}>
            {TEXT.goWithout}
          </Button>
        </CardFooter>
      </Card>
      {fault !== null && (
        <Note tone="warn" title={fault.message}>
          {fault.remedy}
        </Note>
      )}
      <Refusal error={known.state === 'failed' ? known.error : task.error} />
      <p className={styles['intro']}>{TEXT.later}</p>
    </Plate>
  );
}
