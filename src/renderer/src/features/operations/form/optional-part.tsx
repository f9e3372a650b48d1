import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FormField } from '#protocol/form/form-field.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useIsLocked } from './form-place.ts';
import { FORM_TEXT } from './text.ts';

interface OptionalPartProps {
  readonly field: FormField;
  readonly path: string;
  /** What the part begins with once it is asked for. */
  readonly empty: () => unknown;
  readonly children: ReactNode;
}

/** A part of the form that may be left out: a button until it is asked for. */
export function OptionalPart({ field, path, empty, children }: OptionalPartProps): ReactNode {
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
export function LeaveOut({ field, path }: { field: FormField; path: string }): ReactNode {
  const { setValue } = useFormContext();
  return (
    <Button kind="quiet" small onPress={() => setValue(path, null, { shouldDirty: true })}>
      {FORM_TEXT.leaveOut(field.label)}
    </Button>
  );
}
