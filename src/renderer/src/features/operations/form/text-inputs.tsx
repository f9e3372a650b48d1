import { type ReactNode, useState } from 'react';
import type { FormField, TextField } from '#protocol/form/form-field.ts';
import { idSourceOf } from '#protocol/form/id-sources.ts';
import { type FieldProps, TextArea, TextInput } from '#renderer/ui/fields.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { UNITS, type Unit, durationUnitOf, inUnit, toSeconds } from './durations.ts';
import { useTextField } from './form-place.ts';
import { isPart } from './issues.ts';
import styles from './form.module.css';
import { EventTypePicker, IdPicker } from './id-picker.tsx';
import { PublicKeyInput } from './key-inputs.tsx';
import { PolicyInput } from './policy-input.tsx';
import { SealedInput } from './sealed-input.tsx';
import { FORM_TEXT, asideOf } from './text.ts';

interface InputProps {
  readonly field: FormField;
  readonly path: string;
}

/** Texts of several lines. */
const LONG: ReadonlySet<TextField['control']> = new Set(['text', 'token']);

/** A text, drawn as its control says. */
export function TextFieldInput({ field, path }: { field: TextField; path: string }): ReactNode {
  const source = idSourceOf(field.control);
  if (source !== undefined) return <IdPicker field={field} path={path} source={source} />;
  const { control } = field;
  if (control === 'eventType') return <EventTypePicker field={field} path={path} />;
  if (control === 'duration') return <DurationInput field={field} path={path} />;
  if (control === 'publicKey') return <PublicKeyInput field={field} path={path} />;
  if (control === 'onRampSealed') return <SealedInput field={field} path={path} to="onRamp" />;
  if (control === 'fetcherSealed') return <SealedInput field={field} path={path} to="fetcher" />;
  if (isPart(control)) return <PolicyInput field={field} path={path} part={control} />;
  if (control === 'transaction') return <LongText field={field} path={path} rows={5} />;
  if (LONG.has(control)) return <LongText field={field} path={path} rows={3} />;
  return <Line field={field} path={path} />;
}

interface LineProps extends InputProps {
  readonly inputMode?: 'numeric';
}

function Line({ field, path, ...mode }: LineProps): ReactNode {
  return <TextInput {...useFieldProps(field, path)} {...mode} />;
}

/** A whole number. */
export function NumberInput({ field, path }: InputProps): ReactNode {
  return <Line field={field} path={path} inputMode="numeric" />;
}

function LongText({ field, path, rows }: InputProps & { readonly rows: number }): ReactNode {
  return <TextArea {...useFieldProps(field, path)} rows={rows} />;
}

/** A value of a shape that has no field of its own, as JSON. */
export function JsonInput({ field, path }: InputProps): ReactNode {
  return (
    <TextArea
      {...useFieldProps(field, path)}
      aside={field.required ? FORM_TEXT.json : FORM_TEXT.jsonOptional}
      rows={4}
    />
  );
}

/** What an input of text is given by the field of the form that it stands for. */
function useFieldProps(field: FormField, path: string): FieldProps {
  const { text, change, blur, error, isLocked } = useTextField(path);
  return {
    label: field.label,
    aside: asideOf(field),
    value: text,
    onChange: change,
    onBlur: blur,
    isDisabled: isLocked,
    placeholder: field.hint ?? '',
    error,
  };
}

const OPTIONS = (Object.keys(UNITS) as Unit[]).map((id) => ({ id, label: id }));

/** A time span: a number and its unit. What stands in the form is seconds. */
function DurationInput({ field, path }: { field: FormField; path: string }): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const [unit, setUnit] = useState<Unit>(() => durationUnitOf(text));
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
