import { useState } from 'react';
import type { ReactNode } from 'react';
import { Countdown } from '../../ui/countdown.tsx';
import { Note } from '../../ui/note.tsx';

interface TimeLimitProps {
  /** From when on the network refuses the transaction, in ms since the epoch. */
  readonly untilMs: number;
}

/** How long a transaction can still be sent; a warning in its place once that time passes while it is looked at. */
export function TimeLimit({ untilMs }: TimeLimitProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  return isOver ? (
    <Note tone="bad" title="This transaction has expired" live>
      Its time limit passed while it was open. The network will refuse it; have it made anew.
    </Note>
  ) : (
    <p>
      This transaction can be sent for <Countdown untilMs={untilMs} onEnd={() => setIsOver(true)} />
    </p>
  );
}
