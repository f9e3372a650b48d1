import { type ReactNode, useEffect } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { profileTurn } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/layout.tsx';
import { type Toast, showToast } from '../../ui/toasts.ts';
import { VoteByFile } from '../requests/request-file.tsx';
import { REQUEST_TEXT } from '../requests/text.ts';
import { refreshActivities } from './activities-store.ts';
import styles from './activities.module.css';
import { reloadDetail, useDetail } from './detail-store.ts';
import { ACTIVITY_TEXT } from './text.ts';
import { useVotedOn, voteFlow } from './vote-list.tsx';

export type VoteChoice = 'approve' | 'reject';

/**
 * Votes: the privileged side reads the request again, and the approval surface shows it before anything is stamped.
 * @param activity whose request it is; where its detail is still shown, it is shown anew afterwards
 */
export async function castVote(
  way: VoteChoice,
  activity: { readonly id: string; readonly fingerprint: string },
): Promise<void> {
  const isItsProfile = profileTurn();
  useVotedOn.setState({ id: activity.id });
  await voteFlow.prepare(`${way}_activity`, { fingerprint: activity.fingerprint });
  const outcome = await voteFlow.review();
  if (outcome?.state === 'completed') {
    const [check] = outcome.verifications;
    // The row may be gone from the list by then, and the detail with it.
    if (check?.passed === true)
      showToast({ tone: toneOf(outcome.result), title: check.name, text: check.detail });
  }
  if (!isItsProfile()) return;
  const shown = useDetail.getState();
  // Its own card says so as well, when it's shown again.
  if (shown.state === 'none' || shown.id !== activity.id) tellElsewhere(outcome);
  await Promise.all([reloadDetail(activity.id), refreshActivities()]);
}

/** Tells that a vote may not count where its own card isn't shown. */
function tellElsewhere(outcome: Outcome | null): void {
  const { outcome: words } = REQUEST_TEXT;
  const { notCounted } = ACTIVITY_TEXT.vote;
  const bad = (title: string, text: string): void => showToast({ tone: 'bad', title, text });
  if (outcome?.state === 'failed') bad(notCounted, outcome.message);
  if (outcome?.state === 'expired') bad(words.expiredTitle, words.expired);
  if (outcome?.state === 'unanswered') bad(words.unanswered, outcome.message);
  const check =
    outcome?.state === 'completed' ? outcome.verifications.find(({ passed }) => !passed) : undefined;
  if (check !== undefined) bad(notCounted, check.detail);
}

/** Green is what was done; a vote that was counted for a request that failed is not. @param result how the request stands */
function toneOf(result: unknown): Toast['tone'] {
  const status =
    typeof result === 'object' && result !== null && 'status' in result ? result.status : undefined;
  if (status === 'ACTIVITY_STATUS_COMPLETED') return 'good';
  return status === 'ACTIVITY_STATUS_FAILED' ? 'bad' : 'plain';
}

/** Approve and reject, where this credential's vote would count; what was changed on the way cannot be voted on. */
export function VoteActions({ detail }: { detail: ActivityDetail }): ReactNode {
  const { activity, alarm } = detail;
  const flow = voteFlow.useFlow();
  // Another activity: what came of a vote on this one goes, and of one on another stays for when that is shown again.
  useEffect(
    () => () => {
      if (useVotedOn.getState().id === activity.id) voteFlow.discard();
    },
    [activity.id],
  );
  const isOpen = activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && alarm === null;
  if (!isOpen) return null;
  const isUnderWay = flow.stage === 'preparing' || flow.stage === 'reviewing' || flow.stage === 'ready';
  const canVote = activity.canApprove || activity.canReject;
  const note = !canVote
    ? ACTIVITY_TEXT.vote.byFile
    : !isUnderWay
      ? activity.canApprove
        ? ACTIVITY_TEXT.vote.before
        : ACTIVITY_TEXT.vote.approved
      : ACTIVITY_TEXT.vote.underWay;
  return (
    <div className={styles['ballot']}>
      <CardFooter note={<span role="status">{note}</span>}>
        <VoteByFile fingerprint={activity.fingerprint} />
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
