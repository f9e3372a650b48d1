import { CircleCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Verification } from '../../../../preload/contract/requests.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './export.module.css';

/** What was checked about a bundle, in the order of the checks. */
export const CheckList = ({ checks }: { checks: readonly Verification[] }): ReactNode => (
  <ul className={styles['checks']} aria-label="Checks of the bundle">
    {checks.map(({ name, passed, detail }, index) => (
      <li key={index} className={styles[passed ? 'passed' : 'failed']}>
        <Icon of={passed ? CircleCheck : OctagonAlert} />
        <span>
          <b>{name}</b> {passed ? 'holds' : 'does not hold'}.{' '}
          <span className={styles['detail']}>{detail}</span>
        </span>
      </li>
    ))}
  </ul>
);
