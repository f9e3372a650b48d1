import type { ReactNode } from 'react';
import { emptyGroup } from '#protocol/form/draft.ts';
import type { GroupField } from '#protocol/form/form-field.ts';
import styles from './form.module.css';
import { useIsLocked } from './form-place.ts';
import { GroupError } from './group-error.tsx';
import { LeaveOut, OptionalPart } from './optional-part.tsx';

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
