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
  readonly isMarked?: boolean;
  readonly onPointerEnter?: () => void;
  readonly onPointerLeave?: () => void;
}

/** One row of {@link Facts}; pointer handlers let a preview mark the bytes a value came from. */
export function FactRow({
  label,
  children,
  note,
  isMarked,
  onPointerEnter,
  onPointerLeave,
}: FactRowProps): ReactNode {
  return (
    <div
      className={classNames(styles['row'], isMarked && styles['marked'])}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>
        {children}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </dd>
    </div>
  );
}
