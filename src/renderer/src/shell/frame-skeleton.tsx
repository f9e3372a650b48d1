import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import bar from './bar.module.css';
import styles from './frame-skeleton.module.css';
import frame from './frame.module.css';
import rail from './sidebar.module.css';
import status from './status-line.module.css';
import { ScreenLayout } from '../ui/screen-layout.tsx';
import { SHELL_TEXT } from './text.ts';

/** The frame while the first answer is under way: lines in the places of what will come. */
export function FrameSkeleton(): ReactNode {
  return (
    <div className={`${frame['frame'] ?? ''} ${styles['late'] ?? ''}`} aria-busy="true">
      <div className={rail['rail']}>
        <div className={styles['profile']} />
        <div className={styles['entries']}>
          <Skeleton lines={6} />
        </div>
      </div>
      <div className={bar['bar']}>
        <h1 className={bar['title']}>{SHELL_TEXT.start.name}</h1>
      </div>
      <main className={frame['main']} aria-label={SHELL_TEXT.start.loading}>
        <ScreenLayout>
          <div className={styles['card']}>
            <Skeleton lines={6} />
          </div>
        </ScreenLayout>
      </main>
      <div className={status['line']} role="status">
        {SHELL_TEXT.start.starting}
      </div>
    </div>
  );
}
