import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { emptyDraft } from '#protocol/form/draft.ts';
import type { ListField } from '#protocol/form/form-field.ts';
import { Button } from '#renderer/ui/button.tsx';
import styles from './form.module.css';
import { useIsLocked } from './form-place.ts';
import { GroupError } from './group-error.tsx';
import { LeaveOut, OptionalPart } from './optional-part.tsx';
import { FORM_TEXT } from './text.ts';

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
