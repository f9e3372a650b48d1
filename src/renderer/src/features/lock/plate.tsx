import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './plate.module.css';

interface PlateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly tone?: 'accent' | 'bad';
  readonly children: ReactNode;
}

/** A full screen with one thing to say: a mark, a title, words and what to do. */
export function Plate({ icon, title, tone = 'accent', children }: PlateProps): ReactNode {
  return (
    <main className={styles['page']}>
      <div className={styles['plate']}>
        <div className={styles['head']}>
          <span className={classNames(styles['mark'], styles[tone])}>
            <Icon of={icon} />
          </span>
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
