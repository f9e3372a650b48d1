import type { ReactNode } from 'react';
import type { FormField, TextField } from '../../../../../protocol/form/form-field.ts';
import { idSourceOf } from '../../../../../protocol/form/id-sources.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { DurationInput } from './duration-input.tsx';
import { asideOf } from './field-words.ts';
import { IdPicker } from './id-picker.tsx';
import { PublicKeyInput } from './public-key-input.tsx';
import { SealedInput } from './sealed-input.tsx';
import { useTextField } from './use-field.ts';

interface InputProps {
  readonly field: FormField;
  readonly path: string;
}

/** A text, drawn as its control says. */
export function TextFieldInput({ field, path }: { field: TextField; path: string }): ReactNode {
  const source = idSourceOf(field.control);
  if (source !== undefined) return <IdPicker field={field} path={path} source={source} />;
  const { control } = field;
  if (control === 'duration') return <DurationInput field={field} path={path} />;
  if (control === 'publicKey') return <PublicKeyInput field={field} path={path} />;
  if (control === 'onRampSealed') return <SealedInput field={field} path={path} to="onRamp" />;
  if (control === 'fetcherSealed') return <SealedInput field={field} path={path} to="fetcher" />;
  if (control === 'transaction') return <LongText field={field} path={path} rows={5} />;
  if (control === 'text' || control === 'token') return <LongText field={field} path={path} rows={3} />;
  return <Line field={field} path={path} />;
}

function Line({ field, path }: InputProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  return (
    <TextInput
      label={field.label}
      aside={asideOf(field)}
      value={text}
      onChange={change}
      onBlur={blur}
      isDisabled={isLocked}
      placeholder={field.hint ?? ''}
      error={error}
    />
  );
}

function LongText({ field, path, rows }: InputProps & { readonly rows: number }): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  return (
    <TextArea
      label={field.label}
      aside={asideOf(field)}
      value={text}
      onChange={change}
      onBlur={blur}
      isDisabled={isLocked}
      rows={rows}
      placeholder={field.hint ?? ''}
      error={error}
    />
  );
}

/** A whole number. */
export function NumberInput({ field, path }: InputProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  return (
    <TextInput
      label={field.label}
      aside={asideOf(field)}
      inputMode="numeric"
      value={text}
      onChange={change}
      onBlur={blur}
      isDisabled={isLocked}
      placeholder={field.hint ?? ''}
      error={error}
    />
  );
}

/** A value of a shape that has no field of its own, as JSON. */
export function JsonInput({ field, path }: InputProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  return (
    <TextArea
      label={field.label}
      aside={field.required ? 'JSON' : 'JSON, optional'}
      value={text}
      onChange={change}
      onBlur={blur}
      isDisabled={isLocked}
      rows={4}
      error={error}
    />
  );
}
