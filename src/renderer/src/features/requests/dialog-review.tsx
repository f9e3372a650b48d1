import { type ReactNode, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import styles from './dialog-review.module.css';
import { OutcomeNote } from './outcome-note.tsx';
import { RequestBody } from './request-body.tsx';
import type { FlowState, RequestFlow } from './request-flow.ts';
import { REQUEST_TEXT } from './text.ts';

interface DialogReviewProps {
  readonly flow: RequestFlow;
  readonly state: Extract<FlowState, { stage: 'ready' | 'reviewing' | 'ended' }>;
  /** Loads what the request changed: the dialog closes behind it. */
  readonly onCompleted: () => Promise<unknown>;
  /** Prepares the same request anew. */
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What a dialog's request would stamp, its approval, and how that ended. */
export function DialogReview({ flow, state, onCompleted, onAgain, onClose }: DialogReviewProps): ReactNode {
  // At once, or when the votes that were missing have come.
  const isDone = state.stage === 'ended' && state.outcome.state === 'completed';
  useEffect(() => {
    if (isDone) void onCompleted().then(onClose);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the dialog closes once
  }, [isDone]);
  const isUnderWay = state.stage === 'reviewing';
  const mayAgain =
    state.stage === 'ended' && state.outcome.state !== 'unanswered' && state.outcome.state !== 'waiting';
  return (
    <>
      {state.preview && <RequestBody described={state.preview} preview={state.preview} />}
      {state.stage === 'ended' && state.outcome.state !== 'completed' && (
        <OutcomeNote outcome={state.outcome} onResume={(fingerprint) => void flow.resume(fingerprint)} />
      )}
      <div className={styles['actions']}>
        <span className={styles['note']}>{isUnderWay && <UnderWay />}</span>
        {state.stage === 'ended' ? (
          <>
            <Button onPress={onClose}>{REQUEST_TEXT.close}</Button>
            {mayAgain && (
              <Button kind="primary" onPress={onAgain}>
                {REQUEST_TEXT.again}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onPress={flow.discard} isDisabled={isUnderWay}>
              {REQUEST_TEXT.back}
            </Button>
            <Button
              kind="primary"
              autoFocus
              kbd="⏎"
              isPending={isUnderWay}
              onPress={() => void flow.review()}
            >
              {REQUEST_TEXT.review}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
