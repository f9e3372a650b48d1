import { type ReactNode, useEffect, useRef } from 'react';
import type { Outcome } from '#preload/contract/requests.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/notes.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { holds } from '../requests/outcome-text.ts';
import { RequestBody } from '../requests/request-body.tsx';
import { SaveAsFile } from '../requests/request-file.tsx';
import type { FlowState } from '../requests/request-flow.ts';
import { SignedTransactionCard, Verifications } from '../requests/signed-transaction.tsx';
import styles from './operations.module.css';
import { ResultView } from './result/result-view.tsx';
import { OPERATION_TEXT } from './text.ts';

const TEXT = OPERATION_TEXT.review;

interface ReviewViewProps {
  readonly state: Extract<FlowState, { stage: 'ready' | 'reviewing' | 'ended' }>;
  readonly onBack: () => void;
  readonly onReview: () => void;
  readonly onResume: (fingerprint: string) => void;
  readonly onPrepareAgain: () => void;
  readonly onClose: (() => void) | undefined;
}

/** What would be stamped, its approval, and what came of it. */
export function ReviewView(props: ReviewViewProps): ReactNode {
  const { state, onBack, onReview, onResume, onPrepareAgain, onClose } = props;
  const start = useRef<HTMLDivElement>(null);
  // What was pressed to get here is gone: the focus goes on with what there is now.
  useEffect(() => start.current?.focus(), [state.stage]);
  if (state.stage === 'ended') {
    return (
      <div ref={start} tabIndex={-1} className={styles['run']}>
        <OutcomeView outcome={state.outcome} onResume={onResume} />
        <EndedActions
          outcome={state.outcome}
          onBack={onBack}
          onPrepareAgain={onPrepareAgain}
          onClose={onClose}
        />
      </div>
    );
  }
  const isUnderWay = state.stage === 'reviewing';
  return (
    <div ref={start} tabIndex={-1} className={styles['run']}>
      {state.preview && <RequestBody described={state.preview} preview={state.preview} />}
      <div className={styles['held']}>
        <span className={styles['note']}>{isUnderWay && <UnderWay />}</span>
        {state.preview && (
          <SaveAsFile previewId={state.preview.id} isDisabled={isUnderWay} onLeave={onClose} />
        )}
        <Button onPress={onBack} isDisabled={isUnderWay}>
          {TEXT.back}
        </Button>
        <Button kind="primary" kbd="⏎" autoFocus isPending={isUnderWay} onPress={onReview}>
          {TEXT.submit}
        </Button>
      </div>
    </div>
  );
}

function OutcomeView({
  outcome,
  onResume,
}: {
  outcome: Outcome;
  onResume: (fingerprint: string) => void;
}): ReactNode {
  if (outcome.state !== 'completed') return <OutcomeNote outcome={outcome} onResume={onResume} />;
  return (
    <>
      {holds(outcome) && <Note tone="good" title={TEXT.done} live />}
      {outcome.verifications.length > 0 && <Verifications verifications={outcome.verifications} />}
      {outcome.transaction && holds(outcome) && <SignedTransactionCard {...outcome.transaction} />}
      <ResultView label={OPERATION_TEXT.result} value={outcome.result} />
    </>
  );
}

type EndedActionsProps = Pick<ReviewViewProps, 'onBack' | 'onPrepareAgain' | 'onClose'> & {
  readonly outcome: Outcome;
};

function EndedActions({ outcome, onBack, onPrepareAgain, onClose }: EndedActionsProps): ReactNode {
  const activityId = outcome.state === 'completed' || outcome.state === 'waiting' ? outcome.activityId : null;
  const mayAgain = outcome.state === 'denied' || outcome.state === 'expired' || outcome.state === 'failed';
  return (
    <div className={styles['actions']}>
      {activityId !== null && (
        <Button
          kind="quiet"
          onPress={() => {
            onClose?.();
            go('activities', activityId);
          }}
        >
          {TEXT.showActivity}
        </Button>
      )}
      <span className={styles['note']} />
      <Button onPress={onBack}>{outcome.state === 'completed' ? TEXT.again : TEXT.backToForm}</Button>
      {mayAgain && (
        <Button kind={onClose ? 'plain' : 'primary'} onPress={onPrepareAgain}>
          {TEXT.refresh}
        </Button>
      )}
      {onClose && (
        <Button kind="primary" onPress={onClose}>
          {OPERATION_TEXT.close}
        </Button>
      )}
    </div>
  );
}
