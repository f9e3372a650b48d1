import { CircleCheck, Info, OctagonAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { dismissToast, useToasts } from './toasts.ts';
import styles from './toast-region.module.css';
import { UI_TEXT } from './text.ts';

const ICONS = { good: CircleCheck, bad: OctagonAlert, plain: Info };

/**
 * Where toasts appear; one a window, always there, so that screen readers hear what comes into it.
 * @param isInFlow whether it takes room of the shell, so that no toast lies on what it speaks of
 */
export function ToastRegion({ isInFlow = false }: { isInFlow?: boolean }): ReactNode {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={isInFlow ? styles['strip'] : styles['region']} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={classNames(styles['toast'], styles[toast.tone])}>
          <Icon of={ICONS[toast.tone]} className={styles['icon']} />
          <div className={styles['words']}>
            <b>{toast.title}</b>
            {toast.text !== undefined && <div className={styles['text']}>{toast.text}</div>}
          </div>
          <Button
            kind="quiet"
            small
            icon={X}
            aria-label={UI_TEXT.dismiss}
            onPress={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </div>
  );
}
