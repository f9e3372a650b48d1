import type { ReactNode } from 'react';
import type { ChoiceField, FormField } from '#protocol/form/form-field.ts';
import { CheckboxList } from '#renderer/ui/choices.tsx';
import { Select } from '#renderer/ui/select.tsx';
import styles from './form.module.css';
import { GroupInput, ListInput } from './group-inputs.tsx';
import { JsonInput, NumberInput, TextFieldInput } from './text-inputs.tsx';
import { FORM_TEXT } from './text.ts';
import { useField, useTextField } from './form-place.ts';

/** A field of the form, drawn by its kind. */
export function FieldView({ field, path }: { field: FormField; path: string }): ReactNode {
  switch (field.kind) {
    case 'text':
      return <TextFieldInput field={field} path={path} />;
    case 'number':
      return <NumberInput field={field} path={path} />;
    case 'json':
      return <JsonInput field={field} path={path} />;
    case 'yesNo':
      return <YesNoInput field={field} path={path} />;
    case 'choice':
      return <ChoiceInput field={field} path={path} />;
    case 'choices':
      return <ChoicesInput field={field} path={path} />;
    case 'group':
      return (
        <GroupInput field={field} path={path}>
          <FieldViews fields={field.fields} path={path} />
        </GroupInput>
      );
    case 'list':
      return (
        <ListInput field={field} path={path}>
          {(itemPath, name) => <ElementView element={field.element} path={itemPath} name={name} />}
        </ListInput>
      );
  }
}

/** One of a list: its fields, or itself under its number. */
function ElementView({ element, path, name }: { element: FormField; path: string; name: string }): ReactNode {
  return element.kind === 'group' ? (
    <FieldViews fields={element.fields} path={path} />
  ) : (
    <FieldView field={{ ...element, label: name }} path={path} />
  );
}

/** The fields of a group, one below the other. */
export function FieldViews({ fields, path }: { fields: readonly FormField[]; path: string }): ReactNode {
  return fields.map((field) => <FieldView key={field.name} field={field} path={`${path}.${field.name}`} />);
}

const NOTHING = { id: '', label: FORM_TEXT.notSet } as const;

const labelOf = (field: FormField): string =>
  field.required ? field.label : FORM_TEXT.optional(field.label);

/** One of a few values, in words. */
function ChoiceInput({ field, path }: { field: ChoiceField; path: string }): ReactNode {
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
function ChoicesInput({ field, path }: { field: ChoiceField; path: string }): ReactNode {
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
function YesNoInput({ field, path }: { field: FormField; path: string }): ReactNode {
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
