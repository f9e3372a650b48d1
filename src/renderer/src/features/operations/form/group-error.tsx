import type { ReactNode } from 'react';
import { get, useFormState } from 'react-hook-form';
import field from '#renderer/ui/fields.module.css';

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
