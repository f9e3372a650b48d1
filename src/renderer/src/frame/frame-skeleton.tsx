import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import frame from './frame.module.css';
import bar from './bar.module.css';
import rail from './rail.module.css';
import styles from './frame-skeleton.module.css';
import status from './status-line.module.css';
import { Work } from './work.tsx';

/** The frame while the first answer is under way: the same lines in the same places. */
export function FrameSkeleton(): ReactNode {
  return (
    <div className={frame['frame']} aria-busy="true">
      <div className={rail['rail']}>
        <div className={styles['profile']} />
      </div>
      <div className={bar['bar']} />
      <main className={frame['main']} aria-label="Loading">
        <Work>
          <Skeleton lines={6} />
        </Work>
      </main>
      <div className={status['line']} role="status">
        Starting
      </div>
    </div>
  );
}
