import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import type { OperationPanelProps } from './operation-panel.tsx';

// The catalogue's schemas are read when a form is first asked for: the window's start does without them.
const Panel = lazy(async () => ({ default: (await import('./operation-panel.tsx')).OperationPanel }));

/** {@link OperationPanelProps}: any operation of the catalogue, loaded when it is first shown. */
export function LazyOperationPanel(props: OperationPanelProps): ReactNode {
  return (
    <Suspense
      fallback={
        <div aria-busy="true">
          <Skeleton lines={6} />
        </div>
      }
    >
      <Panel {...props} />
    </Suspense>
  );
}
