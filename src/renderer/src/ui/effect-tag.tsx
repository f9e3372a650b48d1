import type { LucideIcon } from 'lucide-react';
import { Eye, PencilLine, Signature, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Effect } from '../../../protocol/catalogue/operation.ts';
import { Tag } from './tag.tsx';
import { uiText } from './text.ts';

const FACES: Record<Effect, { readonly word: string; readonly icon: LucideIcon }> = {
  read: { word: uiText.effects.read, icon: Eye },
  write: { word: uiText.effects.write, icon: PencilLine },
  sign: { word: uiText.effects.sign, icon: Signature },
  export: { word: uiText.effects.export, icon: Upload },
  destroy: { word: uiText.effects.destroy, icon: Trash2 },
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
