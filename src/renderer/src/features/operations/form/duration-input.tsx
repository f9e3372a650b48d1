import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FormField } from '#protocol/form/form-field.ts';
import { Select } from '#renderer/ui/select.tsx';
import { TextInput } from '#renderer/ui/fields.tsx';
import { inUnit, toSeconds, UNITS, unitOf } from './durations.ts';
import type { Unit } from './durations.ts';
import { asideOf, FORM_TEXT } from './text.ts';
import styles from './form.module.css';
import { useTextField } from './use-field.ts';

const OPTIONS = (Object.keys(UNITS) as Unit[]).map((id) => ({ id, label: id }));

/** A time span: a number and its unit. What stands in the form is seconds. */
export function DurationInput({ field, path }: { field: FormField; path: string }): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const [unit, setUnit] = useState<Unit>(() => unitOf(text));
  const count = inUnit(text, unit);
  return (
    <div className={styles['pair']}>
      <TextInput
        className={styles['grow']}
        label={field.label}
        aside={asideOf(field)}
        inputMode="numeric"
        value={count}
        onChange={(next) => change(toSeconds(next, unit))}
        onBlur={blur}
        isDisabled={isLocked}
        error={error}
        {...(field.hint === undefined ? {} : { help: field.hint })}
      />
      <Select
        label={FORM_TEXT.unit(field.label)}
        options={OPTIONS}
        value={unit}
        isDisabled={isLocked}
        onChange={(next) => {
          setUnit(next);
          change(toSeconds(count, next));
        }}
      />
    </div>
  );
}
