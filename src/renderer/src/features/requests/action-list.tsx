import type { ReactNode } from 'react';
import type { ByteRange, RecognisedAction } from '#chains/model/decoded.ts';
import { FactList } from '../../ui/facts.tsx';
import styles from './action-list.module.css';
import { REQUEST_TEXT } from './text.ts';

/**
 * The steps worth listing: a batch alone is its calls, and one action alone is what sentence and facts already say.
 * @returns the steps in their order; none where there is nothing to add
 */
export function stepsOf(actions: readonly RecognisedAction[]): readonly RecognisedAction[] {
  const [only] = actions;
  return actions.length === 1 && only ? only.actions : actions;
}

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
