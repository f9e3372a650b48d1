import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { PasskeyNote, PasskeyWatch } from '../credentials/passkey-ceremony.tsx';
import { Plate } from '../lock/plates.tsx';
import { MethodList, useLockSettings } from '../lock/unlock-methods.tsx';
import styles from './first-run.module.css';
import { FIRST_RUN_TEXT } from './text.ts';

const TEXT = FIRST_RUN_TEXT.unlock;

/** The first choice of an operator, before any key: what unlocks the console, or that nothing does. It has no way around it. */
export function UnlockStep(): ReactNode {
  const { known, isPending, error, change } = useLockSettings();
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
        <MethodList {...{ known, isPending, change }} />
        <CardFooter note={TEXT.without}>
          {/* The list pushes it down when it comes: a press on its way would hit another button. */}
          <Button
            isPending={isPending}
            isDisabled={known.state === 'loading'}
            onPress={() => change(() => lock.goWithout())}
          >
            {TEXT.goWithout}
          </Button>
        </CardFooter>
      </Card>
      {fault !== null && (
        <Note tone="warn" title={fault.message}>
          {fault.remedy}
        </Note>
      )}
      <Refusal error={error} />
      <p className={styles['intro']}>{TEXT.later}</p>
    </Plate>
  );
}
