import { BadgeCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { Disclosure } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { formatMinute } from '../../format/time.ts';
import styles from './activities.module.css';
import { ACTIVITY_TEXT } from './text.ts';

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
