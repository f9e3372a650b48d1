import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './tag.module.css';

/** A colour that a tag may have: an effect's, or how something stands. */
export type Tone = 'read' | 'write' | 'sign' | 'export' | 'destroy' | 'ok' | 'plain';

/** A small bordered word with an icon; colour alone says nothing. */
export function Tag({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={classNames(styles['tag'], styles[tone])}>
      {icon && <Icon of={icon} small />}
      {children}
    </span>
  );
}
