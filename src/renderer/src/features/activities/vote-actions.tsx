import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/layout.tsx';
import styles from './activities.module.css';
import { castVote, voteFlow } from './vote-flow.ts';
import { ACTIVITY_TEXT } from './text.ts';

/** Approve and reject, where this credential's vote would count; what was changed on the way cannot be voted on. */
export function VoteActions({ detail }: { detail: ActivityDetail }): ReactNode {
  const { activity, alarm } = detail;
  const flow = voteFlow.useFlow();
  // Another activity: what came of a vote on the one before goes.
  useEffect(() => () => voteFlow.discard(), [activity.id]);
  const isOpen = activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && alarm === null;
  if (!isOpen || !(activity.canApprove || activity.canReject)) return null;
  const isUnderWay = flow.stage === 'preparing' || flow.stage === 'reviewing' || flow.stage === 'ready';
  const note = !isUnderWay
    ? activity.canApprove
      ? ACTIVITY_TEXT.vote.before
      : ACTIVITY_TEXT.vote.approved
    : ACTIVITY_TEXT.vote.underWay;
  return (
    <div className={styles['ballot']}>
      <CardFooter note={<span role="status">{note}</span>}>
        {activity.canReject && (
          <Button isDisabled={isUnderWay} onPress={() => void castVote('reject', activity)}>
            {ACTIVITY_TEXT.vote.reject}
          </Button>
        )}
        {activity.canApprove && (
          <Button kind="primary" isPending={isUnderWay} onPress={() => void castVote('approve', activity)}>
            {ACTIVITY_TEXT.vote.approve}
          </Button>
        )}
      </CardFooter>
    </div>
  );
}
