import type { ReactNode } from 'react';
import type { RefusalBody } from '#preload/contract/call.ts';
import { Note } from './note.tsx';
import { ServiceSaid } from './service-said.tsx';

/** Why something was refused, and what to do next; what the service said, where it was the service. */
export interface Refused {
  readonly message: string;
  readonly remedy: string;
  readonly service?: RefusalBody | undefined;
}

/** A refused call beside the control that made it: what happened, and what to do next. */
export function Refusal({ error }: { error: Refused | null }): ReactNode {
  return (
    error && (
      <Note tone="bad" title={error.message} live>
        {error.remedy}
        {error.service && <ServiceSaid said={error.service} />}
      </Note>
    )
  );
}
