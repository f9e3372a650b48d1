import { CircleCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Verification } from '#preload/contract/requests.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/notes.tsx';
import styles from './verifications.module.css';
import { REQUEST_TEXT } from './text.ts';

/** Each thing that was checked about a result; one that does not hold is an alarm. */
export function Verifications({ verifications }: { verifications: readonly Verification[] }): ReactNode {
  const failed = verifications.filter((check) => !check.passed);
  return (
    <>
      {failed.length > 0 && (
        <Note tone="bad" live title={REQUEST_TEXT.checks.failedTitle}>
          {REQUEST_TEXT.checks.failed(failed.length)}
        </Note>
      )}
      <ul className={styles['checks']} aria-label={REQUEST_TEXT.checks.label}>
        {verifications.map((check, index) => (
          <li key={index} className={classNames(styles['check'], styles[check.passed ? 'passed' : 'failed'])}>
            <Icon of={check.passed ? CircleCheck : OctagonAlert} />
            <div>
              <div>
                <b>{check.name}</b> {check.passed ? REQUEST_TEXT.checks.passed : REQUEST_TEXT.checks.broken}
              </div>
              <div className={styles['detail']}>{check.detail}</div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
