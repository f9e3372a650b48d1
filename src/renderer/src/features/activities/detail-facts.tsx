import type { ReactNode } from 'react';
import type { ActivityDetail } from '../../../../preload/contract/activities.ts';
import { Address } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { formatMinute } from '../../ui/time.ts';
import styles from './activities.module.css';
import { typeWords } from './activity-text.ts';

/** What identifies an activity, and everything that the service said about it, one click away. */
export function DetailFacts({ detail }: { detail: ActivityDetail }): ReactNode {
  const { activity } = detail;
  return (
    <>
      <Facts>
        <FactRow label="Operation">{typeWords(activity.type)}</FactRow>
        <FactRow label="Asked">{formatMinute(detail.createdAtMs)}</FactRow>
        <FactRow label="Activity">
          <span className={styles['copied']}>
            <Address value={activity.id} />
            <CopyButton text={activity.id} what="activity id" />
          </span>
        </FactRow>
        <FactRow label="Fingerprint">
          <span className={styles['copied']}>
            <Address value={activity.fingerprint} />
            <CopyButton text={activity.fingerprint} what="fingerprint" />
          </span>
        </FactRow>
      </Facts>
      <Disclosure label="Everything the service said, as JSON">
        <pre className={styles['pre']} tabIndex={0}>
          {JSON.stringify(activity, null, 2)}
        </pre>
      </Disclosure>
    </>
  );
}
