import type { LucideIcon } from 'lucide-react';
import { Eye, PencilLine, Signature, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Effect } from '#protocol/catalogue/operation.ts';
import { Tag } from './tag.tsx';
import { UI_TEXT } from './text.ts';

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
