import { type ReactNode, useEffect, useState } from 'react';
import type { UpdateState, UpdateStep } from '#preload/contract/updates.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardFooter, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { attempt } from '../../ui/toasts.ts';
import { CopyButton, Digest } from '../../ui/values.tsx';
import settings from '../settings/settings.module.css';
import styles from './program.module.css';
import { PROGRAM_TEXT } from './text.ts';

const TEXT = PROGRAM_TEXT.updates;
const MODES = [
  { id: 'off', label: TEXT.modes.off },
  { id: 'ask', label: TEXT.modes.ask },
  { id: 'daily', label: TEXT.modes.daily },
] as const;
type Act = 'check' | 'download' | 'install';

const megabytes = (size: number): string => `${(size / 1e6).toFixed(1)} MB`;

/** Updates of the console: when it looks for them, how far one is, and the operator's step that is next. */
export function UpdatesCard({
  onKnown,
}: {
  /** Called once it has its size; the same function at each drawing. */
  readonly onKnown: () => void;
}): ReactNode {
  const [state, setState] = useState<UpdateState | null>(null);
  const task = useTask((act: Act) => getConsole().updates[act]());
  useEffect(() => {
    void attempt(async () => setState(await getConsole().updates.state())).then(onKnown);
    return getConsole().updates.changed(setState);
  }, [onKnown]);
  const refusal = state?.current.step === 'failed' ? state.current.error : task.error;
  const isOn = state?.address != null && state.mode !== 'off';
  return (
    <Card label={TEXT.title}>
      <CardSection className={settings['line']}>
        <div className={settings['words']}>
          <h2 className={settings['title']}>{TEXT.title}</h2>
          <div className={settings['text']}>{state?.address === null ? TEXT.unavailable : TEXT.text}</div>
        </div>
        {state?.address != null && (
          <Segmented
            label={TEXT.check}
            options={MODES}
            value={state.mode}
            onChange={(mode) => void attempt(() => getConsole().updates.setMode({ mode }))}
          />
        )}
      </CardSection>
      {state?.address != null && (
        <CardSection>
          <Facts>
            <FactRow label={TEXT.address}>
              <code>{state.address}</code>
            </FactRow>
            {state.keys.map((key) => (
              <FactRow key={key} label={TEXT.key} note={TEXT.keyNote}>
                <Digest value={key} />
              </FactRow>
            ))}
            {isOn && (
              <>
                <FactRow label={TEXT.lastCheck}>
                  {state.checkedAtMs === null ? TEXT.never : new Date(state.checkedAtMs).toLocaleString('en')}
                </FactRow>
                <FactRow label={TEXT.status}>
                  <span role="status">{wordsOf(state.current)}</span>
                </FactRow>
              </>
            )}
          </Facts>
        </CardSection>
      )}
      {isOn && (state.current.step === 'handedOver' || refusal !== null) && (
        <CardSection>
          {state.current.step === 'handedOver' && state.current.command !== null && (
            <Note
              tone="good"
              title={TEXT.copied}
              action={<CopyButton text={state.current.command} what={TEXT.commandNoun} />}
            >
              <code className={styles['command']}>{state.current.command}</code>
              {TEXT.copiedNote}
            </Note>
          )}
          <Refusal error={refusal} />
        </CardSection>
      )}
      {isOn && (
        <CardFooter note={TEXT.note}>
          <Actions current={state.current} isBusy={task.busy} onAct={(act) => void task.run(act)} />
        </CardFooter>
      )}
    </Card>
  );
}

/** What the operator can do next. */
function Actions({
  current: { step },
  isBusy,
  onAct,
}: {
  current: UpdateStep;
  isBusy: boolean;
  onAct: (act: Act) => void;
}): ReactNode {
  if (step === 'downloading')
    return <Button onPress={() => void attempt(() => getConsole().updates.cancel())}>{TEXT.cancel}</Button>;
  return (
    <>
      <Button
        isPending={step === 'checking'}
        isDisabled={isBusy && step !== 'checking'}
        onPress={() => onAct('check')}
      >
        {TEXT.checkNow}
      </Button>
      {step === 'available' && (
        <Button kind="primary" isPending={isBusy} onPress={() => onAct('download')}>
          {TEXT.download}
        </Button>
      )}
      {(step === 'ready' || step === 'handedOver') && (
        <Button kind="primary" isPending={isBusy} onPress={() => onAct('install')}>
          {TEXT.install}
        </Button>
      )}
    </>
  );
}

function wordsOf(current: UpdateStep): string {
  switch (current.step) {
    case 'idle':
      return TEXT.idle;
    case 'checking':
      return TEXT.checking;
    case 'current':
      return TEXT.current;
    case 'available':
      return TEXT.available(current.version, megabytes(current.size));
    case 'downloading':
      return TEXT.downloading(current.version, Math.floor((100 * current.received) / current.size));
    case 'ready':
      return TEXT.ready(current.version);
    case 'handedOver':
      return current.command === null ? TEXT.opened(current.version) : TEXT.ready(current.version);
    case 'failed':
      return TEXT.failed;
  }
}
