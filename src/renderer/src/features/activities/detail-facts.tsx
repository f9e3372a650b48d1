import type { ReactNode } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { Address, CopyButton } from '../../ui/values.tsx';
import { Disclosure } from '../../ui/layout.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { formatMinute } from '../../format/time.ts';
import styles from './activities.module.css';
import { typeWords } from './activity-text.ts';
import { ACTIVITY_TEXT } from './text.ts';

/** What identifies an activity, and everything that the service said about it, one click away. */
export function DetailFacts({ detail }: { detail: ActivityDetail }): ReactNode {
  const { activity } = detail;
  return (
    <>
      <Facts>
        <FactRow label={ACTIVITY_TEXT.detail.operation}>{typeWords(activity.type)}</FactRow>
        <FactRow label={ACTIVITY_TEXT.detail.asked}>{formatMinute(detail.createdAtMs)}</FactRow>
        <FactRow label={ACTIVITY_TEXT.title.one}>
          <span className={styles['copied']}>
            <Address value={activity.id} />
            <CopyButton text={activity.id} what={ACTIVITY_TEXT.detail.activityNoun} />
          </span>
        </FactRow>
        <FactRow label={ACTIVITY_TEXT.detail.fingerprint}>
          <span className={styles['copied']}>
            <Address value={activity.fingerprint} />
            <CopyButton text={activity.fingerprint} what={ACTIVITY_TEXT.detail.fingerprintNoun} />
          </span>
        </FactRow>
      </Facts>
      <Disclosure label={ACTIVITY_TEXT.detail.json}>
        <pre className={styles['pre']} tabIndex={0}>
          {JSON.stringify(activity, null, 2)}
        </pre>
      </Disclosure>
    </>
  );
}
