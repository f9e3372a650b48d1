import type { ReactNode } from 'react';
import { get, useFormState } from 'react-hook-form';
import field from '../../../ui/field.module.css';

/** Why a list or a group as a whole will not do. */
export function GroupError({ path }: { path: string }): ReactNode {
  const { errors } = useFormState();
  const message: unknown = get(errors, `${path}.root.message`);
  return (
    typeof message === 'string' && (
      <p className={field['error']} role="alert">
        {message}
      </p>
    )
  );
}
