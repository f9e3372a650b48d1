import { KeyRound, LockKeyhole } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FormField } from '#protocol/form/form-field.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '#protocol/stamp.ts';
import { getConsole } from '#renderer/bridge/console.ts';
import { useTask } from '#renderer/bridge/use-task.ts';
import { Button } from '#renderer/ui/button.tsx';
import fieldStyles from '#renderer/ui/fields.module.css';
import { TextArea, TextInput } from '#renderer/ui/fields.tsx';
import { Refusal } from '#renderer/ui/notes.tsx';
import { useTextField } from './form-place.ts';
import styles from './form.module.css';
import { FORM_TEXT, asideOf } from './text.ts';

const SEALED_TEXT = FORM_TEXT.sealed;
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

type Receiver = 'onRamp' | 'fetcher';
const seal = (to: Receiver, plain: string): Promise<{ readonly sealed: string }> =>
  getConsole().sealing.seal({ to, plain });

interface SealedInputProps {
  readonly field: FormField;
  readonly path: string;
  readonly to: Receiver;
}

/**
 * A text that only the service can open: its plain value is sealed on the privileged side to the profile's pinned key.
 * The plain value is in its input alone, in no state and no store, and gone from there once it is sealed.
 */
export function SealedInput({ field, path, to }: SealedInputProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const id = useId();
  const plain = useRef<HTMLInputElement>(null);
  const task = useTask(seal);
  const encrypt = async (): Promise<void> => {
    const input = plain.current;
    if (input === null || input.value === '') return;
    const made = await task.run(to, input.value);
    if (!made) return;
    input.value = '';
    change(made.sealed);
  };
  return (
    <div className={styles['sealed']}>
      {!isLocked && (
        <div className={fieldStyles['field']}>
          <label className={fieldStyles['label']} htmlFor={id}>
            {SEALED_TEXT.value(field.label)}
            <span className={fieldStyles['aside']}> {SEALED_TEXT.aside}</span>
          </label>
          <div className={fieldStyles['box']}>
            {/* An input of its own: one of the kit would keep what is typed in its state. */}
            <input
              id={id}
              ref={plain}
              type="password"
              autoComplete="off"
              className={fieldStyles['input']}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter seals the value; it must not send the form without it.
                event.preventDefault();
                void encrypt();
              }}
            />
            <Button
              kind="quiet"
              small
              icon={LockKeyhole}
              className={styles['inBox']}
              isPending={task.busy}
              onPress={encrypt}
            >
              {SEALED_TEXT.encrypt}
            </Button>
          </div>
        </div>
      )}
      <Refusal error={task.error} />
      <TextArea
        label={field.label}
        aside={asideOf(field)}
        rows={2}
        value={text}
        onChange={change}
        onBlur={blur}
        isDisabled={isLocked}
        error={error}
      />
    </div>
  );
}
