import { type ReactNode, useState } from 'react';

interface BelowProps {
  /** Whether what stands above has its size. */
  readonly isKnown: boolean;
  /** What stands in the place until then. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/**
 * What stands below something that is still on its way, and grows when it comes: drawn after it, since a button that moves while it is
 * pressed is not pressed. It stays from then on.
 */
export function Below({ isKnown, before = null, children }: BelowProps): ReactNode {
  const [isAtRest, setAtRest] = useState(isKnown);
  if (isKnown && !isAtRest) setAtRest(true);
  return isKnown || isAtRest ? children : before;
}
