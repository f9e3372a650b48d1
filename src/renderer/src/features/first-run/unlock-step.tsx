import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { PasskeyNote, PasskeyWatch } from '../credentials/passkey-ceremony.tsx';
import { Plate } from '../lock/plates.tsx';
import { MethodList, SystemMethodPlace, useLockSettings } from '../lock/unlock-methods.tsx';
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
        <Choices {...{ known, isPending, change }} />
        <CardFooter note={TEXT.without}>
          <Button isPending={isPending} onPress={() => change(() => lock.goWithout())}>
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

/** Available on every computer. */
const EVERYWHERE: readonly VerificationMethod[] = ['passphrase', 'passkey'];

/** The methods, each in its final place from the first drawing on: a button that moved would be missed by a press. */
function Choices({
  known,
  ...rest
}: Pick<ReturnType<typeof useLockSettings>, 'known' | 'isPending' | 'change'>): ReactNode {
  const methods = known.state === 'ready' ? known.value.offered : EVERYWHERE;
  const hasSystem = methods.length > EVERYWHERE.length;
  return (
    <MethodList methods={methods} first={!hasSystem && <SystemMethodPlace state={known.state} />} {...rest} />
  );
}
