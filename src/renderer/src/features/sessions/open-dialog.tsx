import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/dialogs.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { useFreshFlow } from '../requests/request-flow.ts';
import { DraftForm } from './draft-form.tsx';
import { FIRST_SESSION, type SessionDraft, giveUpSession, openFlow } from './open-flow.ts';
import { SessionReview } from './session-review.tsx';
import { SESSION_TEXT } from './text.ts';

interface OpenDialogProps {
  /** Whether an open session is renewed, whose request is prepared already. */
  readonly isRenewal: boolean;
  readonly onClose: () => void;
}

/** Asks for a session, shows what would be stamped, and how it ended. */
export function OpenDialog({ isRenewal, onClose }: OpenDialogProps): ReactNode {
  const flow = useFreshFlow(openFlow, isRenewal ? null : giveUpSession);
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
