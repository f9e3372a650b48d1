import { useState } from 'react';
import type { ReactNode } from 'react';
import { Countdown } from '../../ui/progress.tsx';
import { COUNTED_MS } from '../../format/time.ts';
import { Note } from '../../ui/notes.tsx';
import { REQUEST_TEXT } from './text.ts';

interface TimeLimitProps {
  /** From when on what is signed is not taken any more, in ms since the epoch. */
  readonly untilMs: number;
}

/**
 * How long what is signed can still be used, where that is less than a day; a warning in its place once that time passes
 * while it is looked at.
 */
export function TimeLimit({ untilMs }: TimeLimitProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const [isNear] = useState(() => untilMs - Date.now() <= COUNTED_MS);
  if (!isNear) return null;
  return isOver ? (
    <Note tone="bad" title={REQUEST_TEXT.limit.overTitle} live>
      {REQUEST_TEXT.limit.over}
    </Note>
  ) : (
    <p>
      {REQUEST_TEXT.limit.endsIn} <Countdown untilMs={untilMs} onEnd={() => setIsOver(true)} />
    </p>
  );
}
