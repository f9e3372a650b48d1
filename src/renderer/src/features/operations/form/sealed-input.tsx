import { LockKeyhole } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { FormField } from '#protocol/form/form-field.ts';
import { getConsole } from '#renderer/bridge/console.ts';
import { useTask } from '#renderer/bridge/use-task.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Refusal } from '#renderer/ui/notes.tsx';
import { TextArea } from '#renderer/ui/fields.tsx';
import fieldStyles from '#renderer/ui/fields.module.css';
import styles from './form.module.css';
import { asideOf, FORM_TEXT } from './text.ts';
import { useTextField } from './use-field.ts';

const TEXT = FORM_TEXT.sealed;

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
            {TEXT.value(field.label)}
            <span className={fieldStyles['aside']}> {TEXT.aside}</span>
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
              {TEXT.encrypt}
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
