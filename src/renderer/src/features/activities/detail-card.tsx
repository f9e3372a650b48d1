import { MousePointerClick, ScanSearch, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal, Warnings } from '../../ui/notes.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { SentenceView } from '../../ui/values.tsx';
import { ConsensusNote } from '../consensus/consensus-note.tsx';
import { RepeatButton } from '../operations/operation-dialog.tsx';
import { ActionList } from '../requests/action-list.tsx';
import { REQUEST_TEXT } from '../requests/text.ts';
import styles from './activities.module.css';
import { stateFace } from './activity-text.ts';
import { DetailFacts, ProofList } from './detail-facts.tsx';
import type { DetailState } from './detail-store.ts';
import { ACTIVITY_TEXT } from './text.ts';
import { VoteActions } from './votes.tsx';
import { VoteList, VoteOutcome } from './vote-list.tsx';

interface DetailCardProps {
  readonly shown: DetailState;
  readonly nowMs: number;
  readonly onRetry: (id: string) => void;
  /** Closes the drawer it stands in. */
  readonly onClose?: () => void;
}

/** An activity in full: what it asked for, decoded again here, who voted, and whose stamps hold. */
export function DetailCard({ shown, nowMs, onRetry, onClose }: DetailCardProps): ReactNode {
  const bare = onClose ? styles['bare'] : undefined;
  const close = onClose && (
    <Button kind="quiet" small icon={X} aria-label={ACTIVITY_TEXT.detail.close} onPress={onClose} />
  );
  switch (shown.state) {
    case 'none':
      return (
        <Card label={ACTIVITY_TEXT.title.one} className={bare}>
          <EmptyState icon={MousePointerClick} title={ACTIVITY_TEXT.detail.noneTitle}>
            {ACTIVITY_TEXT.detail.none}
          </EmptyState>
        </Card>
      );
    case 'loading':
      return (
        <Card label={ACTIVITY_TEXT.title.one} className={bare}>
          <CardHeader title={ACTIVITY_TEXT.detail.loading} end={close} />
          <CardSection>
            <div aria-busy="true">
              <Skeleton lines={7} />
            </div>
          </CardSection>
        </Card>
      );
    case 'failed':
      return (
        <Card label={ACTIVITY_TEXT.title.one} className={bare}>
          <CardHeader title={ACTIVITY_TEXT.title.one} end={close} />
          <FailedState error={shown.error} onRetry={() => onRetry(shown.id)} />
        </Card>
      );
    case 'ready':
      return <Shown detail={shown.detail} nowMs={nowMs} bare={bare} close={close} />;
  }
}

interface ShownProps {
  readonly detail: ActivityDetail;
  readonly nowMs: number;
  readonly bare: string | undefined;
  readonly close: ReactNode;
}

function Shown({ detail, nowMs, bare, close }: ShownProps): ReactNode {
  const { row, activity, sentence, facts, votes, reading, alarm } = detail;
  const state = row.waitsForMe ? ACTIVITY_TEXT.states.waitingForYou : stateFace(row.status).word;
  return (
    <Card label={ACTIVITY_TEXT.detail.title(state)} className={bare}>
      <CardHeader title={state} tag={<EffectTag effect={row.effect} />} end={close} />
      <CardSection className={styles['sections']}>
        <SentenceView parts={sentence.length > 0 ? sentence : [{ kind: 'text', value: row.title }]} />
        {activity.failure?.message !== undefined && (
          <Note tone="bad" title={ACTIVITY_TEXT.detail.failed}>
            {activity.failure.message}
          </Note>
        )}
        <VoteOutcome activityId={activity.id} />
        {detail.consensus && <ConsensusNote consensus={detail.consensus} />}
        <StampNote votes={votes} who={row.who} alarm={alarm} isDecoded={sentence.length > 0} />
        {reading?.blind === true && (
          <Note tone="bad" title={REQUEST_TEXT.body.blindTitle}>
            {ACTIVITY_TEXT.detail.blind}
          </Note>
        )}
        <Warnings warnings={row.waitsForMe ? detail.warnings : []} />
        {reading && <ActionList actions={reading.actions} />}
        {facts.length > 0 && <FactList facts={facts} />}
        <VoteList votes={votes} nowMs={nowMs} />
        <ProofList proofs={detail.proofs} />
        <DetailFacts detail={detail} />
        {alarm === null && (
          <div>
            <RepeatButton operation={row.operation} intent={activity.intent} />
          </div>
        )}
      </CardSection>
      <VoteActions detail={detail} />
    </Card>
  );
}

/** What the votes' stamps say about the request: that it is what was stamped, or that it is not. */
function StampNote({
  votes,
  alarm,
  who,
  isDecoded,
}: {
  votes: ActivityDetail['votes'];
  alarm: ActivityDetail['alarm'];
  who: string;
  isDecoded: boolean;
}): ReactNode {
  if (alarm !== null) return <Refusal error={alarm} />;
  if (votes.some((vote) => !vote.verified)) {
    return (
      <Note tone="bad" title={ACTIVITY_TEXT.stamp.badTitle}>
        {ACTIVITY_TEXT.stamp.bad}
      </Note>
    );
  }
  return (
    <Note tone="good" icon={ScanSearch}>
      {isDecoded ? ACTIVITY_TEXT.stamp.decoded(who) : ACTIVITY_TEXT.stamp.shown(who)}{' '}
      {ACTIVITY_TEXT.stamp.verified(votes.length)}
    </Note>
  );
}
