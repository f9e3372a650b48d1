import { ChevronRight, FileKey, Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Icon } from '../../ui/icon.tsx';
import { MachineState } from './machine-state.tsx';
import { toStage } from './stage.ts';
import styles from './question.module.css';
import { FIRST_RUN_TEXT } from './text.ts';

/** The one question: where the key comes from that will stamp requests. */
export function Question(): ReactNode {
  const { backend } = useAppSnapshot().health.keychain;
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
