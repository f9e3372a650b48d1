import { type ReactNode, useState } from 'react';
import type { ExportFormat, ExportItem } from '#preload/contract/exports.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { EXPORT_TEXT } from './text.ts';

interface SaveProps {
  readonly exportId: string;
  readonly index: number;
  readonly item: ExportItem;
  readonly format: ExportFormat;
  readonly onClose: () => void;
  readonly onSaved: (path: string) => void;
}

// As the bridge's contract has it; importing that would bring its schemas into the window.
const PASSPHRASE_MIN = 12;
const TEXT = EXPORT_TEXT.saveEncrypted;

const FORMS = [
  { id: 'age', label: TEXT.ageFile },
  { id: 'keystore', label: TEXT.keystore },
] as const;

/** Asks for a passphrase, and saves the plaintext encrypted with it. */
export function SaveEncryptedDialog({
  exportId,
  index,
  item,
  format,
  onClose,
  onSaved,
}: SaveProps): ReactNode {
  const [form, setForm] = useState<'age' | 'keystore'>('age');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = passphrase.length < PASSPHRASE_MIN;
  const saving = useTask(async () => {
    const { exports } = getConsole();
    const place = { id: exportId, item: index, passphrase };
    const { path } = await (form === 'age'
      ? exports.saveAge({ ...place, format })
      : exports.saveKeystore(place));
    if (path !== null) onSaved(path);
  });
  const submit = (): void => {
    setTried(true);
    if (!isShort && passphrase === again) void saving.run();
  };
  return (
    <Dialog isOpen onClose={onClose} title={TEXT.title} tag={<EffectTag effect="export" />}>
      <Form
        label={TEXT.title}
        onSubmit={submit}
        actions={
          <>
            <Button onPress={onClose}>{EXPORT_TEXT.cancel}</Button>
            <Button kind="primary" type="submit" isPending={saving.busy}>
              {TEXT.title}
            </Button>
          </>
        }
      >
        {item.keystore && <Segmented label={TEXT.file} options={FORMS} value={form} onChange={setForm} />}
        <TextInput
          label={TEXT.passphrase}
          type="password"
          autoFocus
          value={passphrase}
          onChange={setPassphrase}
          help={TEXT.passphraseHelp(PASSPHRASE_MIN)}
          error={isTried && isShort ? TEXT.tooShort(PASSPHRASE_MIN) : null}
        />
        <TextInput
          label={TEXT.confirm}
          type="password"
          value={again}
          onChange={setAgain}
          error={isTried && !isShort && again !== passphrase ? TEXT.mismatch : null}
        />
        <Refusal error={saving.error} />
      </Form>
    </Dialog>
  );
}

/** Saves the plaintext as it is, once its name is typed. */
export function SavePlainDialog({ exportId, index, item, format, onClose, onSaved }: SaveProps): ReactNode {
  const saving = useTask(async () => {
    const place = { id: exportId, item: index, format, confirmation: item.name };
    const { path } = await getConsole().exports.savePlain(place);
    if (path !== null) onSaved(path);
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void saving.run()}
      effect="export"
      title={EXPORT_TEXT.savePlain.title}
      action={EXPORT_TEXT.savePlain.title}
      typed={item.name}
      isPending={saving.busy}
      error={saving.error}
    >
      {EXPORT_TEXT.savePlain.warning}
    </ConfirmDialog>
  );
}
