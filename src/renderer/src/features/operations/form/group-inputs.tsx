import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { emptyDraft, emptyGroup } from '#protocol/form/draft.ts';
import type { FormField, GroupField, ListField } from '#protocol/form/form-field.ts';
import { Button } from '#renderer/ui/button.tsx';
import field from '#renderer/ui/fields.module.css';
import { useIsLocked } from './form-place.ts';
import styles from './form.module.css';
import { FORM_TEXT } from './text.ts';

interface GroupInputProps {
  readonly field: GroupField;
  readonly path: string;
  /** The fields of the group. */
  readonly children: ReactNode;
}

/** Fields that belong together; where they may be left out, they appear when asked for. */
export function GroupInput({ field, path, children }: GroupInputProps): ReactNode {
  const isLocked = useIsLocked(path);
  return (
    <OptionalPart field={field} path={path} empty={() => emptyGroup(field.fields)}>
      <fieldset className={styles['group']}>
        <legend className={styles['legend']}>{field.label}</legend>
        {children}
        <GroupError path={path} />
        {!field.required && !isLocked && (
          <div className={styles['groupActions']}>
            <LeaveOut field={field} path={path} />
          </div>
        )}
      </fieldset>
    </OptionalPart>
  );
}

/** Why a list or a group as a whole will not do. */
export function GroupError({ path }: { path: string }): ReactNode {
  const { errors, submitCount } = useFormState();
  const type: unknown = get(errors, `${path}.root.type`);
  const given: unknown = get(errors, `${path}.root.message`);
  // What nobody tried to submit yet is not wrong yet; what the service said always shows.
  const message = submitCount > 0 || type === 'service' ? given : undefined;
  return (
    typeof message === 'string' && (
      <p className={field['error']} role="alert">
        {message}
      </p>
    )
  );
}

interface ListInputProps {
  readonly field: ListField;
  readonly path: string;
  /** Draws the item at a path, under its name. */
  readonly children: (path: string, name: string) => ReactNode;
}

/** Any number of the same, to add and to take away. */
export function ListInput({ field, path, children }: ListInputProps): ReactNode {
  const isLocked = useIsLocked(path);
  return (
    <OptionalPart field={field} path={path} empty={() => [{ item: emptyDraft(field.element) }]}>
      <Items field={field} path={path} isLocked={isLocked}>
        {children}
      </Items>
    </OptionalPart>
  );
}

function Items({ field, path, isLocked, children }: ListInputProps & { isLocked: boolean }): ReactNode {
  const { fields: items, append, remove } = useFieldArray({ name: path });
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{field.label}</legend>
      {items.map((item, index) => (
        <Item
          key={item.id}
          field={field}
          path={`${path}.${index}.item`}
          number={index + 1}
          onRemove={isLocked ? null : () => remove(index)}
        >
          {children}
        </Item>
      ))}
      {items.length === 0 && <p className={styles['none']}>{FORM_TEXT.none}</p>}
      <GroupError path={path} />
      {!isLocked && (
        <div className={styles['groupActions']}>
          <Button small icon={Plus} onPress={() => append({ item: emptyDraft(field.element) })}>
            {FORM_TEXT.add(field.one)}
          </Button>
          {!field.required && <LeaveOut field={field} path={path} />}
        </div>
      )}
    </fieldset>
  );
}

interface ItemProps extends ListInputProps {
  readonly number: number;
  readonly onRemove: (() => void) | null;
}

function Item({ field, path, number, onRemove, children }: ItemProps): ReactNode {
  const { element, one } = field;
  const name = `${one} ${number}`;
  const remove = onRemove && (
    <Button kind="quiet" small icon={Trash2} aria-label={FORM_TEXT.remove(name)} onPress={onRemove} />
  );
  if (element.kind !== 'group') {
    return (
      <div className={styles['line']}>
        <div className={styles['grow']}>{children(path, name)}</div>
        {remove}
      </div>
    );
  }
  return (
    <fieldset className={styles['item']}>
      <legend className={styles['itemHead']}>
        <span>{name}</span>
        {remove}
      </legend>
      {children(path, name)}
      <GroupError path={path} />
    </fieldset>
  );
}

interface OptionalPartProps {
  readonly field: FormField;
  readonly path: string;
  /** What the part begins with once it is asked for. */
  readonly empty: () => unknown;
  readonly children: ReactNode;
}

/** A part of the form that may be left out: a button until it is asked for. */
function OptionalPart({ field, path, empty, children }: OptionalPartProps): ReactNode {
  const { setValue } = useFormContext();
  const isAbsent = (useWatch({ name: path }) as unknown) == null;
  const isLocked = useIsLocked(path);
  if (!isAbsent) return children;
  if (isLocked) return null;
  return (
    <div>
      <Button small icon={Plus} onPress={() => setValue(path, empty(), { shouldDirty: true })}>
        {FORM_TEXT.optional(field.label)}
      </Button>
    </div>
  );
}

/** Takes an optional part out of the form again. */
function LeaveOut({ field, path }: { field: FormField; path: string }): ReactNode {
  const { setValue } = useFormContext();
  return (
    <Button kind="quiet" small onPress={() => setValue(path, null, { shouldDirty: true })}>
      {FORM_TEXT.leaveOut(field.label)}
    </Button>
  );
}
