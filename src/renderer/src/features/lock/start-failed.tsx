import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { startAppState } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Plate } from './plate.tsx';
import styles from './lock-screen.module.css';
import { LOCK_TEXT } from './text.ts';
import { UI_TEXT } from '../../ui/text.ts';

/** The window when the privileged side does not answer its first call. */
export function StartFailed({
  error,
}: {
  error: { readonly message: string; readonly remedy: string };
}): ReactNode {
  return (
    <Plate icon={CircleAlert} tone="bad" title={LOCK_TEXT.start.failed}>
      <p>{error.message}</p>
      <p className={styles['text']}>{error.remedy}</p>
      <div className={styles['actions']}>
        <Button kind="primary" icon={RotateCw} autoFocus onPress={() => startAppState()}>
          {UI_TEXT.tryAgain}
        </Button>
      </div>
    </Plate>
  );
}
