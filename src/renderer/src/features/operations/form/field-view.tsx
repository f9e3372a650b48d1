import type { ReactNode } from 'react';
import type { FormField } from '#protocol/form/form-field.ts';
import { ChoiceInput, ChoicesInput, YesNoInput } from './choice-inputs.tsx';
import { GroupInput } from './group-input.tsx';
import { ListInput } from './list-input.tsx';
import { JsonInput, NumberInput, TextFieldInput } from './text-inputs.tsx';

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
