import { type ReactNode, useEffect, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxList } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { RequestBody } from '../requests/request-body.tsx';
import type { FlowState } from '../requests/request-flow.ts';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import { FIRST_KEY, type KeyDraft, createFlow, loadKeys, prepareKey, withCurve } from './keys-store.ts';
import styles from './keys.module.css';
import { KEY_TEXT } from './text.ts';

const TEXT = KEY_TEXT.draft;

const CURVES = (['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const).map((id) => ({
  id,
  label: KEY_CURVE_NAMES[id],
}));

/** Asks for a new key: its name, curve and addresses, then what would be stamped, then the approval. */
export function CreateDialog({ onClose }: { onClose: () => void }): ReactNode {
  const flow = createFlow.useFlow();
  const [draft, setDraft] = useState<KeyDraft>(FIRST_KEY);
  const edit = (next: KeyDraft): void => {
    createFlow.edited();
    setDraft(next);
  };
  const close = (): void => {
    // While the approval surface is in front, that is where it is decided.
    if (createFlow.useFlow.getState().stage === 'reviewing') return;
    createFlow.discard();
    onClose();
  };
  const isForm = flow.stage === 'idle' || flow.stage === 'preparing' || flow.stage === 'refused';
  return (
    <Dialog isOpen onClose={close} title={KEY_TEXT.create} tag={<EffectTag effect="write" />}>
      {isForm ? (
        <DraftForm draft={draft} onChange={edit} onCancel={close} />
      ) : (
        <CreateReview flow={flow} draft={draft} onClose={close} />
      )}
    </Dialog>
  );
}

interface DraftFormProps {
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
  readonly onCancel: () => void;
}

function DraftForm({ draft, onChange, onCancel }: DraftFormProps): ReactNode {
  const flow = createFlow.useFlow();
  const [isTried, setTried] = useState(false);
  const missing = draft.name.trim() === '' ? TEXT.nameMissing : null;
  const submit = (): void => {
    setTried(true);
    if (missing === null) void prepareKey(draft);
  };
  return (
    <Form
      label={KEY_TEXT.create}
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onCancel}>{TEXT.cancel}</Button>
          <Button kind="primary" type="submit" kbd="⏎" isPending={flow.stage === 'preparing'}>
            {TEXT.preview}
          </Button>
        </>
      }
    >
      <TextInput
        label={TEXT.name}
        autoFocus
        maxLength={255}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        help={TEXT.nameHelp}
        error={isTried ? missing : null}
      />
      <Select
        label={TEXT.curve}
        options={CURVES}
        value={draft.curve}
        onChange={(curve) => onChange(withCurve(draft, curve))}
      />
      <CheckboxList
        label={TEXT.addresses}
        options={FORMATS_OF_CURVE[draft.curve].map((id) => ({ id, label: FORMAT_NAMES[id] }))}
        value={draft.formats}
        onChange={(formats) => onChange({ ...draft, formats })}
      />
      <Refusal error={flow.stage === 'refused' ? flow.error : null} />
    </Form>
  );
}

interface CreateReviewProps {
  readonly flow: Extract<FlowState, { stage: 'ready' | 'reviewing' | 'ended' }>;
  readonly draft: KeyDraft;
  readonly onClose: () => void;
}

/** What making the key would stamp, its approval, and how that ended. */
function CreateReview({ flow, draft, onClose }: CreateReviewProps): ReactNode {
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
