import type { ReactNode } from 'react';
import type { ByteRange, RecognisedAction } from '#chains/model/decoded.ts';
import { FactList } from '../../ui/facts.tsx';
import styles from './action-list.module.css';
import { stepsOf } from './steps-of.ts';
import { REQUEST_TEXT } from './text.ts';

interface ActionListProps {
  readonly actions: readonly RecognisedAction[];
  readonly onPoint?: (ranges: readonly ByteRange[] | null) => void;
}

/** The steps of a transaction that does several things; one alone is what its facts already say. */
export function ActionList({ actions, onPoint }: ActionListProps): ReactNode {
  const steps = stepsOf(actions);
  return steps.length > 0 && <Steps actions={steps} {...(onPoint ? { onPoint } : {})} />;
}

function Steps({ actions, onPoint }: ActionListProps): ReactNode {
  const point = onPoint ? { onPoint } : {};
  return (
    <ol className={styles['steps']} aria-label={REQUEST_TEXT.body.steps}>
      {actions.map((action, index) => (
        <li key={index} className={styles['step']}>
          <h3>
            {index + 1}. {action.title}
          </h3>
          <FactList facts={action.facts} {...point} />
          {action.actions.length > 0 && <Steps actions={action.actions} {...point} />}
        </li>
      ))}
    </ol>
  );
}
