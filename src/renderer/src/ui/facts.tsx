import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

/** Labels and values in rows. */
export function Facts({ children }: { children: ReactNode }): ReactNode {
  return <dl className={styles['facts']}>{children}</dl>;
}

interface FactRowProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Faint small print after the value. */
  readonly note?: ReactNode;
  /** Told when the pointer or the focus comes to the row, and when it leaves; the row can be focused then. */
  readonly onPoint?: (isHere: boolean) => void;
}

/** One row of {@link Facts}; pointing lets a preview mark the bytes a value came from. */
export function FactRow({ label, children, note, onPoint }: FactRowProps): ReactNode {
  const here = (): void => onPoint?.(true);
  const gone = (): void => onPoint?.(false);
  const pointing = onPoint && {
    tabIndex: 0,
    onPointerEnter: here,
    onPointerLeave: gone,
    onFocus: here,
    onBlur: gone,
  };
  return (
    <div className={classNames(styles['row'], onPoint && styles['pointed'])} {...pointing}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>
        {children}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </dd>
    </div>
  );
}
