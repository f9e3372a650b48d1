import type { LucideIcon } from 'lucide-react';
import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './note.module.css';

type NoteTone = 'plain' | 'good' | 'warn' | 'bad';

const ICONS: Record<NoteTone, LucideIcon> = {
  plain: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: OctagonAlert,
};

interface NoteProps {
  readonly tone?: NoteTone;
  readonly icon?: LucideIcon;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Says it aloud when it appears: for refusals. */
  readonly live?: boolean;
  /** A button to the remedy. */
  readonly action?: ReactNode;
}

/** A coloured box with a title and a sentence: something that went well, needs a look, or went wrong. */
export function Note({ tone = 'plain', icon, title, children, live, action }: NoteProps): ReactNode {
  return (
    <div className={classNames(styles['note'], styles[tone])} {...(live ? { role: 'alert' } : {})}>
      <Icon of={icon ?? ICONS[tone]} className={styles['icon']} />
      <div className={styles['words']}>
        {title !== undefined && <div className={styles['title']}>{title}</div>}
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
