import type { ReactNode } from 'react';
import { ScreenLayout } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import styles from './shell.module.css';

/** A screen while its code or the console's state is under way: lines in the place of what it will show. */
export const ScreenSkeleton = (): ReactNode => (
  <ScreenLayout>
    <div className={styles['card']} aria-busy="true">
      <Skeleton lines={6} />
    </div>
  </ScreenLayout>
);
