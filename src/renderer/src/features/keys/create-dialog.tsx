import { type ReactNode, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxList } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { DialogReview } from '../requests/dialog-review.tsx';
import { useFreshFlow } from '../requests/request-flow.ts';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import { FIRST_KEY, type KeyDraft, createFlow, loadKeys, prepareKey, withCurve } from './keys-store.ts';
import { KEY_TEXT } from './text.ts';

const TEXT = KEY_TEXT.draft;

const CURVES = (['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const).map((id) => ({
  id,
  label: KEY_CURVE_NAMES[id],
}));

/** Asks for a new key: its name, curve and addresses, then what would be stamped, then the approval. */
export function CreateDialog({ onClose }: { onClose: () => void }): ReactNode {
  const flow = useFreshFlow(createFlow);
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
        <DialogReview
          flow={createFlow}
          state={flow}
          onCompleted={loadKeys}
          onAgain={() => void prepareKey(draft)}
          onClose={close}
        />
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
    // A form with one line is submitted by Enter also while its button waits.
    if (missing === null && flow.stage !== 'preparing') void prepareKey(draft);
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
