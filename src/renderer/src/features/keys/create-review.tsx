import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { RequestBody } from '../requests/request-body.tsx';
import type { FlowState } from '../requests/request-flow.ts';
import { createFlow, prepareKey } from './create-flow.ts';
import type { KeyDraft } from './create-flow.ts';
import styles from './keys.module.css';
import { loadKeys } from './keys-store.ts';
import { UnderWay } from '../credentials/under-way.tsx';
import { KEY_TEXT } from './text.ts';

interface CreateReviewProps {
  readonly flow: Extract<FlowState, { stage: 'ready' | 'reviewing' | 'ended' }>;
  readonly draft: KeyDraft;
  readonly onClose: () => void;
}

/** What making the key would stamp, its approval, and how that ended. */
export function CreateReview({ flow, draft, onClose }: CreateReviewProps): ReactNode {
  // At once, or when the votes that were missing have come.
  const isDone = flow.stage === 'ended' && flow.outcome.state === 'completed';
  useEffect(() => {
    if (isDone) void loadKeys().then(onClose);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the dialog closes once
  }, [isDone]);
  const isUnderWay = flow.stage === 'reviewing';
  const mayAgain =
    flow.stage === 'ended' && flow.outcome.state !== 'unanswered' && flow.outcome.state !== 'waiting';
  return (
    <>
      {flow.preview && <RequestBody described={flow.preview} preview={flow.preview} />}
      {flow.stage === 'ended' && flow.outcome.state !== 'completed' && (
        <OutcomeNote outcome={flow.outcome} onResume={(fingerprint) => void createFlow.resume(fingerprint)} />
      )}
      <div className={styles['reviewActions']}>
        <span className={styles['reviewNote']}>{isUnderWay && <UnderWay />}</span>
        {flow.stage === 'ended' ? (
          <>
            <Button onPress={onClose}>{KEY_TEXT.review.close}</Button>
            {mayAgain && (
              <Button kind="primary" onPress={() => void prepareKey(draft)}>
                {KEY_TEXT.review.refresh}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onPress={() => createFlow.discard()} isDisabled={isUnderWay}>
              {KEY_TEXT.review.back}
            </Button>
            <Button
              kind="primary"
              autoFocus
              kbd="⏎"
              isPending={isUnderWay}
              onPress={() => void createFlow.review()}
            >
              {KEY_TEXT.review.submit}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
