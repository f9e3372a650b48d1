import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FormField } from '#protocol/form/form-field.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '#protocol/stamp.ts';
import { getConsole } from '#renderer/bridge/console.ts';
import { useTask } from '#renderer/bridge/use-task.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextInput } from '#renderer/ui/fields.tsx';
import { Refusal } from '#renderer/ui/notes.tsx';
import { useTextField } from './form-place.ts';
import styles from './form.module.css';
import { FORM_TEXT, asideOf } from './text.ts';

const PUBLIC_KEY_TEXT = FORM_TEXT.publicKey;
const MAX_LABEL = 60;
const make = (label: string, curve: ApiKeyCurve): Promise<{ readonly publicKey: string }> =>
  getConsole().credentials.create({ label: label.slice(0, MAX_LABEL), curve });

/** A public key: pasted, or of a credential that is made in this machine's keychain on the spot. */
export function PublicKeyInput({ field, path }: { field: FormField; path: string }): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const { getValues } = useFormContext();
  const task = useTask(make);
  // The curve and the name that stand beside it are the new key's own.
  const beside = (name: string): unknown => getValues(path.replace(/[^.]+$/, name)) as unknown;
  const generate = async (): Promise<void> => {
    const curve = API_KEY_CURVES.find((known) => known === beside('curveType')) ?? 'API_KEY_CURVE_P256';
    const name = beside('apiKeyName');
    const made = await task.run(
      typeof name === 'string' && name.trim() !== '' ? name.trim() : PUBLIC_KEY_TEXT.name,
      curve,
    );
    if (made) change(made.publicKey);
  };
  return (
    <>
      <TextInput
        label={field.label}
        aside={asideOf(field)}
        mono
        spellCheck="false"
        value={text}
        onChange={change}
        onBlur={blur}
        isDisabled={isLocked}
        placeholder={field.hint ?? PUBLIC_KEY_TEXT.placeholder}
        help={PUBLIC_KEY_TEXT.help}
        error={error}
        end={
          !isLocked && (
            <Button
              kind="quiet"
              small
              icon={KeyRound}
              className={styles['inBox']}
              isPending={task.busy}
              onPress={generate}
            >
              {PUBLIC_KEY_TEXT.generate}
            </Button>
          )
        }
      />
      <Refusal error={task.error} />
    </>
  );
}
