import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { holds } from '../requests/outcome-text.ts';
import { RequestBody } from '../requests/request-body.tsx';
import type { FlowState } from '../requests/request-flow.ts';
import { DraftForm } from './draft-form.tsx';
import { FIRST_SESSION, giveUpSession, openFlow } from './open-flow.ts';
import type { SessionDraft } from './open-flow.ts';
import styles from './sessions.module.css';
import { SESSION_TEXT } from './text.ts';

interface OpenDialogProps {
  /** Whether an open session is renewed, whose request is prepared already. */
  readonly isRenewal: boolean;
  readonly onClose: () => void;
}

/** Asks for a session, shows what would be stamped, and how it ended. */
export function OpenDialog({ isRenewal, onClose }: OpenDialogProps): ReactNode {
  const flow = openFlow.useFlow();
  const [draft, setDraft] = useState<SessionDraft>(FIRST_SESSION);
  const edit = (next: SessionDraft): void => {
    // What is being prepared, or logged in for in the browser, was asked for with other values.
    if (openFlow.useFlow.getState().stage === 'preparing') giveUpSession();
    setDraft(next);
  };
  const close = (): void => {
    // While the approval surface is in front, that is where it is decided.
    if (openFlow.useFlow.getState().stage === 'reviewing') return;
    giveUpSession();
    onClose();
  };
  const isForm = flow.stage === 'idle' || flow.stage === 'preparing' || flow.stage === 'refused';
  const effect =
    (flow.stage === 'ready' || flow.stage === 'reviewing') && flow.preview ? flow.preview.effect : 'write';
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isRenewal ? SESSION_TEXT.renew : SESSION_TEXT.open}
      tag={<EffectTag effect={effect} />}
    >
      {isForm && !isRenewal ? (
        <DraftForm draft={draft} onChange={edit} onCancel={close} />
      ) : (
        <SessionReview
          flow={flow}
          onClose={close}
          {...(isRenewal ? {} : { onBack: () => openFlow.discard() })}
        />
      )}
    </Dialog>
  );
}

interface SessionReviewProps {
  readonly flow: FlowState;
  readonly onClose: () => void;
  /** Back to the form; there is none for a renewal. */
  readonly onBack?: () => void;
}

/** What opening the session would stamp, its approval, and how that ended. */
function SessionReview({ flow, onClose, onBack }: SessionReviewProps): ReactNode {
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
