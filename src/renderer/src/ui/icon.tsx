import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon.module.css';

/** A lucide icon at the window's one size and stroke; decoration, so its meaning stands beside it in words. */
export function Icon({
  of: Drawing,
  className,
  small,
}: {
  of: LucideIcon;
  className?: string | undefined;
  small?: boolean;
}): ReactNode {
  return (
    <Drawing
      className={classNames(styles['icon'], small && styles['small'], className)}
      strokeWidth={1.75}
      aria-hidden
    />
  );
}
