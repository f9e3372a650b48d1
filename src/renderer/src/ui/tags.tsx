import { Eye, type LucideIcon, PencilLine, Signature, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Effect } from '#protocol/catalogue/operation.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './tags.module.css';
import { UI_TEXT } from './text.ts';

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

const FACES: Record<Effect, { readonly word: string; readonly icon: LucideIcon }> = {
  read: { word: UI_TEXT.effects.read, icon: Eye },
  write: { word: UI_TEXT.effects.write, icon: PencilLine },
  sign: { word: UI_TEXT.effects.sign, icon: Signature },
  export: { word: UI_TEXT.effects.export, icon: Upload },
  destroy: { word: UI_TEXT.effects.destroy, icon: Trash2 },
};

/** What an operation does to the world: one colour, one icon and one word each, everywhere. */
export function EffectTag({ effect }: { effect: Effect }): ReactNode {
  const face = FACES[effect];
  return (
    <Tag tone={effect} icon={face.icon}>
      {face.word}
    </Tag>
  );
}

/** The first letter of a name in a circle, to tell rows apart at a glance. */
export function Initial({ of }: { of: string }): ReactNode {
  return <span className={styles['initial']} data-letter={of.slice(0, 1).toUpperCase()} aria-hidden />;
}

/** A key or a chord as it is printed on the keyboard, for example `Ctrl K`. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={styles['kbd']}>{children}</kbd>;
}
