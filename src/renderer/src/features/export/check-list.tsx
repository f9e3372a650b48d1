import { CircleCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Verification } from '#preload/contract/requests.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './export.module.css';
import { EXPORT_TEXT } from './text.ts';

/** Whether what was checked about an answer holds, all of it. */
export const allHold = (checks: readonly Verification[]): boolean => checks.every(({ passed }) => passed);

interface CheckListProps {
  readonly label?: string;
  readonly checks: readonly Verification[];
}

/** What was checked about an answer, in the order of the checks. */
export const CheckList = ({ label = EXPORT_TEXT.checks.label, checks }: CheckListProps): ReactNode => (
  <ul className={styles['checks']} aria-label={label}>
    {checks.map(({ name, passed, detail }, index) => (
      <li key={index} className={styles[passed ? 'passed' : 'failed']}>
        <Icon of={passed ? CircleCheck : OctagonAlert} />
        <span>
          <b>{name}</b> {EXPORT_TEXT.checks[passed ? 'passed' : 'failed']}.{' '}
          <span className={styles['detail']}>{detail}</span>
        </span>
      </li>
    ))}
  </ul>
);
