import { Check, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { Initial, Tag } from '../../ui/tags.tsx';
import { Address } from '../../ui/values.tsx';
import styles from './activities.module.css';
import { formatAge } from './activity-text.ts';
import { ACTIVITY_TEXT } from './text.ts';

interface VoteListProps {
  readonly votes: ActivityDetail['votes'];
  readonly nowMs: number;
}

/** Who voted, in order, and whether each one's stamp holds over the request. */
export function VoteList({ votes, nowMs }: VoteListProps): ReactNode {
  if (votes.length === 0) return null;
  return (
    <ol className={styles['votes']} aria-label={ACTIVITY_TEXT.votes.label}>
      {votes.map((vote, index) => (
        <li key={`${vote.userId}-${index}`} className={styles['vote']}>
          <Initial of={vote.userName} />
          <span className={styles['voter']}>
            <b>{vote.userName}</b> {deed(vote.selection, index)}
            <div className={styles['small']}>
              <Address value={vote.publicKey} /> · {formatAge(vote.createdAtMs, nowMs)}
            </div>
          </span>
          {vote.verified ? (
            <Tag tone="ok" icon={Check}>
              {ACTIVITY_TEXT.votes.verified}
            </Tag>
          ) : (
            <Tag tone="destroy" icon={OctagonAlert}>
              {ACTIVITY_TEXT.votes.notVerified}
            </Tag>
          )}
        </li>
      ))}
    </ol>
  );
}

function deed(selection: VoteListProps['votes'][number]['selection'], index: number): string {
  if (selection === 'VOTE_SELECTION_REJECTED') return ACTIVITY_TEXT.votes.rejected;
  return index === 0 ? ACTIVITY_TEXT.votes.asked : ACTIVITY_TEXT.votes.approved;
}
