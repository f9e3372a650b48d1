import type { ReactNode } from 'react';
import type { ChoiceField, FormField } from '#protocol/form/form-field.ts';
import { CheckboxList } from '#renderer/ui/choices.tsx';
import { Select } from '#renderer/ui/select.tsx';
import styles from './form.module.css';
import { useField, useTextField } from './use-field.ts';
import { FORM_TEXT } from './text.ts';

const NOTHING = { id: '', label: FORM_TEXT.notSet } as const;

const labelOf = (field: FormField): string =>
  field.required ? field.label : FORM_TEXT.optional(field.label);

/** One of a few values, in words. */
export function ChoiceInput({ field, path }: { field: ChoiceField; path: string }): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const options = field.choices.map(({ id, label }) => ({ id, label }));
  return (
    <Select
      label={labelOf(field)}
      options={field.required ? options : [NOTHING, ...options]}
      value={text === '' && field.required ? null : text}
      onChange={change}
      onBlur={blur}
      isDisabled={isLocked}
      error={error}
      {...(field.hint === undefined ? {} : { help: field.hint })}
    />
  );
}

/** Any of a few values, in words. */
export function ChoicesInput({ field, path }: { field: ChoiceField; path: string }): ReactNode {
  const { value, change, isLocked } = useField(path);
  return (
    <div className={field.choices.length > 8 ? styles['manyChoices'] : undefined}>
      <CheckboxList
        label={labelOf(field)}
        options={field.choices}
        value={Array.isArray(value) ? (value as string[]) : []}
        onChange={change}
        isDisabled={isLocked}
      />
    </div>
  );
}

const YES_NO = [
  { id: 'yes', label: FORM_TEXT.yes },
  { id: 'no', label: FORM_TEXT.no },
] as const;

/** Yes or no; where it may be left out, that too. */
export function YesNoInput({ field, path }: { field: FormField; path: string }): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  return (
    <Select
      label={labelOf(field)}
      options={field.required ? YES_NO : [NOTHING, ...YES_NO]}
      value={text as '' | 'yes' | 'no'}
      onChange={change}
      onBlur={blur}
      isDisabled={isLocked}
      error={error}
      {...(field.hint === undefined ? {} : { help: field.hint })}
    />
  );
}
