import { BadgeCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { formatMinute } from '../../format/time.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Disclosure } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
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
        {detail.row.reference !== null && (
          <FactRow label={ACTIVITY_TEXT.detail.reference}>{detail.row.reference}</FactRow>
        )}
        <FactRow label={ACTIVITY_TEXT.detail.asked}>{formatMinute(detail.createdAtMs)}</FactRow>
        <FactRow label={ACTIVITY_TEXT.title.one}>
          <span className={styles['copied']}>
            <AddressText value={activity.id} />
            <CopyButton text={activity.id} what={ACTIVITY_TEXT.detail.activityNoun} />
          </span>
        </FactRow>
        <FactRow label={ACTIVITY_TEXT.detail.fingerprint}>
          <span className={styles['copied']}>
            <AddressText value={activity.fingerprint} />
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

/** What the service proves about an activity, and whether each proof holds. */
export function ProofList({ proofs }: { proofs: ActivityDetail['proofs'] }): ReactNode {
  if (proofs.length === 0) return null;
  return (
    <ul className={styles['proofs']} aria-label={ACTIVITY_TEXT.proofs.label}>
      {proofs.map((proof, index) => (
        <li key={index}>
          <Note
            tone={proof.verified ? 'good' : 'bad'}
            icon={proof.verified ? BadgeCheck : OctagonAlert}
            title={proof.title}
          >
            {proof.detail}
            {proof.atMs !== null && ACTIVITY_TEXT.proofs.made(formatMinute(proof.atMs))}
            <Disclosure label={ACTIVITY_TEXT.proofs.states}>
              <pre className={styles['pre']} tabIndex={0}>
                {proof.payload}
              </pre>
            </Disclosure>
          </Note>
        </li>
      ))}
    </ul>
  );
}
