import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { emptyGroup } from '../../../../../protocol/form/draft.ts';
import type { GroupField } from '../../../../../protocol/form/form-field.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldViews } from './field-view.tsx';
import styles from './form.module.css';
import { useIsLocked } from './form-place.ts';
import { GroupError } from './group-error.tsx';

/** Fields that belong together; where they may be left out, they appear when asked for. */
export function GroupInput({ field, path }: { field: GroupField; path: string }): ReactNode {
  const { setValue } = useFormContext();
  const isAbsent = (useWatch({ name: path }) as unknown) == null;
  const isLocked = useIsLocked(path);
  if (isAbsent && isLocked) return null;
  if (isAbsent) {
    return (
      <div>
        <Button
          small
          icon={Plus}
          onPress={() => setValue(path, emptyGroup(field.fields), { shouldDirty: true })}
        >
          {`${field.label} (optional)`}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{field.label}</legend>
      <FieldViews fields={field.fields} path={path} />
      <GroupError path={path} />
      {!field.required && !isLocked && (
        <div className={styles['groupActions']}>
          <Button kind="quiet" small onPress={() => setValue(path, null, { shouldDirty: true })}>
            {`Leave out ${field.label}`}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
