import type { ReactNode } from 'react';
import type { OfflineKind } from '#preload/contract/offline.ts';

/**
 * Other ways than files into this console, on the step Receive. What they bring goes through the same `take` on the privileged
 * side as a file.
 */
export const IncomingWays = (): ReactNode => null;

interface OutgoingWaysProps {
  /** The request that it belongs to. */
  readonly id: string;
  readonly kind: OfflineKind;
}

/** Other ways than files out of this console, above the button that saves one. */
export const OutgoingWays: (of: OutgoingWaysProps) => ReactNode = () => null;
