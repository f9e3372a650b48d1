import type { ReactNode } from 'react';
import { Note } from './note.tsx';

/** A refused call beside the control that made it: what happened, and what to do next. */
export function Refusal({
  error,
}: {
  error: { readonly message: string; readonly remedy: string } | null;
}): ReactNode {
  return (
    error && (
      <Note tone="bad" title={error.message} live>
        {error.remedy}
      </Note>
    )
  );
}
