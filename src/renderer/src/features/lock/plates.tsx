import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { UI_TEXT } from '../../ui/text.ts';
import styles from './plates.module.css';
import { LOCK_TEXT } from './text.ts';

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

/** The window when the privileged side does not answer its first call. */
export function StartFailed({
  error,
  onRetry,
}: {
  error: { readonly message: string; readonly remedy: string };
  onRetry: () => void;
}): ReactNode {
  return (
    <Plate icon={CircleAlert} tone="bad" title={LOCK_TEXT.start.failed}>
      <p>{error.message}</p>
      <p className={styles['text']}>{error.remedy}</p>
      <div className={styles['actions']}>
        <Button kind="primary" icon={RotateCw} autoFocus onPress={onRetry}>
          {UI_TEXT.tryAgain}
        </Button>
      </div>
    </Plate>
  );
}
