import {
  ChevronRight,
  CircleCheck,
  FileKey,
  type LucideIcon,
  ScrollText,
  Sparkles,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { create } from 'zustand';
import type { Credential } from '#preload/contract/credentials.ts';
import { useAppSnapshot, useHealth, useIsOffline } from '../../bridge/app-state.ts';
import { go } from '../../navigation/navigation.ts';
import { Icon } from '../../ui/icon.tsx';
import type { KeySource } from '../credentials/bring-form.tsx';
import styles from './first-run.module.css';
import { FIRST_RUN_TEXT } from './text.ts';

/** Where the first run is. It holds the window until it is finished, also once there is a credential. */
type Stage =
  | { readonly name: 'question' }
  | { readonly name: 'create' }
  | { readonly name: 'bring' }
  /** The console is open without a credential: a ceremony makes it. */
  | { readonly name: 'ceremony' }
  | { readonly name: 'made'; readonly credential: Credential; readonly source: KeySource | null };

export const useStage = create<{ readonly stage: Stage }>(() => ({ stage: { name: 'question' } }));

/** Goes to a stage; the question is also where a finished first run rests. */
export const toStage = (stage: Stage): void => useStage.setState({ stage });

/** The one question: where the key comes from that will stamp requests. */
export function Question(): ReactNode {
  const { backend } = useHealth(({ keychain }) => keychain);
  const isOffline = useIsOffline();
  return (
    <>
      <p className={styles['intro']}>{FIRST_RUN_TEXT.intro}</p>
      <div className={styles['answers']}>
        <Answer
          icon={Sparkles}
          title={FIRST_RUN_TEXT.create.title}
          text={FIRST_RUN_TEXT.create.text(backend)}
          onPress={() => toStage({ name: 'create' })}
          autoFocus
        />
        <Answer
          icon={FileKey}
          title={FIRST_RUN_TEXT.import.title}
          text={FIRST_RUN_TEXT.import.text}
          onPress={() => toStage({ name: 'bring' })}
        />
        {isOffline && (
          <Answer
            icon={ScrollText}
            title={FIRST_RUN_TEXT.ceremony.title}
            text={FIRST_RUN_TEXT.ceremony.text}
            onPress={() => {
              go('ceremony');
              toStage({ name: 'ceremony' });
            }}
          />
        )}
      </div>
      <MachineState />
    </>
  );
}

interface AnswerProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly autoFocus?: boolean;
  readonly onPress: () => void;
}

function Answer({ icon, title, text, autoFocus, onPress }: AnswerProps): ReactNode {
  return (
    <Button className={styles['answer'] ?? ''} autoFocus={autoFocus ?? false} onPress={onPress}>
      <Icon of={icon} />
      <span className={styles['words']}>
        <span className={styles['title']}>{title}</span>
        <span className={styles['text']}>{text}</span>
      </span>
      <Icon of={ChevronRight} />
    </Button>
  );
}

/** The machine's state in one line. */
function MachineState(): ReactNode {
  const { offline, sandboxed } = useAppSnapshot();
  const health = useHealth((all) => all);
  const keychain = health.keychain.state === 'ready';
  const service = health.service.state !== 'failed';
  return (
    <ul className={styles['line']} aria-label={FIRST_RUN_TEXT.machine.label}>
      <Item holds={keychain}>
        {keychain ? FIRST_RUN_TEXT.machine.keychain : FIRST_RUN_TEXT.machine.noKeychain}
      </Item>
      <Item holds={service}>
        {service && offline === null ? FIRST_RUN_TEXT.machine.service : health.service.message}
      </Item>
      <Item holds={sandboxed}>
        {sandboxed ? FIRST_RUN_TEXT.machine.sandboxed : FIRST_RUN_TEXT.machine.notSandboxed}
      </Item>
    </ul>
  );
}

function Item({ holds, children }: { holds: boolean; children: ReactNode }): ReactNode {
  return (
    <li className={styles['item']}>
      <Icon of={holds ? CircleCheck : TriangleAlert} className={holds ? styles['good'] : styles['bad']} />
      {children}
    </li>
  );
}
