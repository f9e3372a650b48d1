import type { ReactNode } from 'react';

/** Everything that can be found by typing. */
export function CommandPalette(): ReactNode {
  return null;
}
