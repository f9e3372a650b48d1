import { LockKeyhole } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import type { FormField } from '#protocol/form/form-field.ts';
import { getConsole } from '#renderer/bridge/console.ts';
import { useTask } from '#renderer/bridge/use-task.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import fieldStyles from '#renderer/ui/fields.module.css';
import { TextArea } from '#renderer/ui/fields.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Disclosure } from '#renderer/ui/layout.tsx';
import { Refusal } from '#renderer/ui/notes.tsx';
import { useFormPlace, useTextField } from './form-place.ts';
import styles from './form.module.css';
import { FORM_TEXT, asideOf } from './text.ts';

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
 * A text that only the service can open: asked for once, as it is, and sealed on the privileged side to the profile's pinned
 * key as soon as its field is left or the form is sent. The plain value is in its input alone, in no state and no store, and
 * gone from there once it is sealed.
 */
export function SealedInput({ field, path, to }: SealedInputProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const { beforeSent } = useFormPlace();
  const id = useId();
  const plain = useRef<HTMLInputElement>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const { run, busy, error: refused } = useTask(seal);
  const label = TEXT.plain(field.label);

  const encrypt = useCallback((): Promise<boolean> => {
    const input = plain.current;
    if (input === null || input.value === '') return Promise.resolve(true);
    running.current ??= run(to, input.value)
      .then((made) => {
        if (!made) return false;
        input.value = '';
        change(made.sealed);
        return true;
      })
      .finally(() => (running.current = null));
    return running.current;
  }, [run, to, change]);
  useEffect(() => {
    beforeSent.add(encrypt);
    return () => void beforeSent.delete(encrypt);
  }, [beforeSent, encrypt]);

  const replace = (): void => {
    change('');
    requestAnimationFrame(() => plain.current?.focus());
  };
  const leave = (): void => void encrypt().then(blur);
  return (
    <div className={styles['sealed']}>
      <div className={fieldStyles['field']} data-invalid={error === undefined ? undefined : true}>
        <label className={fieldStyles['label']} htmlFor={id}>
          {label}
          <span className={fieldStyles['aside']}> {asideOf(field)}</span>
        </label>
        <div className={fieldStyles['box']}>
          {text === '' ? (
            // An input of its own: one of the kit would keep what is typed in its state.
            <input
              id={id}
              ref={plain}
              type="password"
              autoComplete="off"
              className={fieldStyles['input']}
              disabled={isLocked}
              readOnly={busy}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={`${id}-said`}
              onBlur={leave}
            />
          ) : (
            <>
              <output id={id} className={styles['isSealed']}>
                <Icon of={LockKeyhole} />
                {TEXT.done}
              </output>
              {!isLocked && (
                <Button
                  kind="quiet"
                  small
                  className={styles['inBox']}
                  aria-label={TEXT.replaceThe(label)}
                  onPress={replace}
                >
                  {TEXT.replace}
                </Button>
              )}
            </>
          )}
        </div>
        {/* It keeps its room once it says nothing more: what stands below is pressed while the text is sealed. */}
        <span
          id={`${id}-said`}
          className={classNames(
            fieldStyles[error === undefined ? 'help' : 'error'],
            error === undefined && text !== '' && styles['unsaid'],
          )}
        >
          {error ?? TEXT.help}
        </span>
      </div>
      <Refusal error={refused} />
      <Disclosure label={TEXT.raw}>
        <TextArea
          label={field.label}
          rows={2}
          value={text}
          onChange={change}
          onBlur={blur}
          isDisabled={isLocked}
        />
      </Disclosure>
    </div>
  );
}
