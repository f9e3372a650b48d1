import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Plate } from '../lock/plate.tsx';

/** The first screen of a new console. */
export function FirstRun(): ReactNode {
  return (
    <Plate icon={KeyRound} title="Welcome to KeyOps Console">
      …
    </Plate>
  );
}
