import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { holds } from '../requests/outcome-text.ts';
import { RequestBody } from '../requests/request-body.tsx';
import type { FlowState } from '../requests/request-flow.ts';
import { openFlow } from './open-flow.ts';
import styles from './sessions.module.css';
import { SESSION_TEXT } from './text.ts';

interface SessionReviewProps {
  readonly flow: FlowState;
  readonly onClose: () => void;
  /** Back to the form; there is none for a renewal. */
  readonly onBack?: () => void;
}

/** What opening the session would stamp, its approval, and how that ended. */
export function SessionReview({ flow, onClose, onBack }: SessionReviewProps): ReactNode {
  const finish = async (ending: Promise<unknown>): Promise<void> => {
    await ending;
    const state = openFlow.useFlow.getState();
    if (state.stage !== 'ended' || state.outcome.state !== 'completed' || !holds(state.outcome)) return;
    onClose();
  };
  if (flow.stage === 'idle' || flow.stage === 'preparing' || flow.stage === 'refused') {
    return (
      <div aria-busy={flow.stage === 'preparing'}>
        {flow.stage === 'refused' ? <Refusal error={flow.error} /> : <Skeleton lines={5} />}
      </div>
    );
  }
  const isUnderWay = flow.stage === 'reviewing';
  return (
    <>
      {flow.preview && <RequestBody described={flow.preview} preview={flow.preview} />}
      {flow.stage === 'ended' && (
        <Ending flow={flow} onResume={(mark) => void finish(openFlow.resume(mark))} />
      )}
      <div className={styles['actions']}>
        <span className={styles['note']}>{isUnderWay && <UnderWay />}</span>
        {flow.stage === 'ended' ? (
          <Button kind="primary" onPress={onClose}>
            {SESSION_TEXT.review.close}
          </Button>
        ) : (
          <>
            <Button onPress={onBack ?? onClose} isDisabled={isUnderWay}>
              {onBack ? SESSION_TEXT.review.back : SESSION_TEXT.cancel}
            </Button>
            <Button
              kind="primary"
              autoFocus
              kbd="⏎"
              isPending={isUnderWay}
              onPress={() => void finish(openFlow.review())}
            >
              {SESSION_TEXT.review.submit}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Ending({
  flow,
  onResume,
}: {
  flow: Extract<FlowState, { stage: 'ended' }>;
  onResume: (fingerprint: string) => void;
}): ReactNode {
  const { outcome } = flow;
  if (outcome.state !== 'completed') return <OutcomeNote outcome={outcome} onResume={onResume} />;
  return outcome.verifications
    .filter((check) => !check.passed)
    .map((check) => (
      <Note key={check.name} tone="bad" title={SESSION_TEXT.review.notKept} live>
        {check.detail}
      </Note>
    ));
}
