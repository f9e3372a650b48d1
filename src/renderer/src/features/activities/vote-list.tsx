import { Check, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Initial, Tag } from '../../ui/tags.tsx';
import { AddressText } from '../../ui/values.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { createScreenFlow } from '../requests/request-flow.ts';
import styles from './activities.module.css';
import { formatAge } from './activity-text.ts';
import { reloadDetail } from './detail-store.ts';
import { ACTIVITY_TEXT } from './text.ts';

/** The vote that is being cast from the detail. */
export const voteFlow = createScreenFlow();
/** The activity that it is a vote on; another may be shown by the time it ends. */
export const useVotedOn = create<{ readonly id: string | null }>(() => ({ id: null }));

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
              <AddressText value={vote.publicKey} /> · {formatAge(vote.createdAtMs, nowMs)}
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

/** What came of the vote that was cast from here. */
export function VoteOutcome({ activityId }: { activityId: string }): ReactNode {
  const flow = voteFlow.useFlow();
  const votedOn = useVotedOn(({ id }) => id);
  if (votedOn !== activityId) return null;
  if (flow.stage === 'refused') return <Refusal error={flow.error} />;
  if (flow.stage !== 'ended') return null;
  const { outcome } = flow;
  if (outcome.state !== 'completed') {
    const resume = async (fingerprint: string): Promise<void> => {
      await voteFlow.resume(fingerprint);
      await reloadDetail(activityId);
    };
    return <OutcomeNote outcome={outcome} onResume={(fingerprint) => void resume(fingerprint)} />;
  }
  // That it was counted is said by a toast.
  return outcome.verifications
    .filter((check) => !check.passed)
    .map((check) => (
      <Note key={check.name} tone="bad" title={ACTIVITY_TEXT.vote.notCounted} live>
        {check.detail}
      </Note>
    ));
}
