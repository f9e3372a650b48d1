import type { LucideIcon } from 'lucide-react';
import { Eye, PencilLine, Signature, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Effect } from '../../../protocol/catalogue/operation.ts';
import { Tag } from './tag.tsx';

const FACES: Record<Effect, { readonly word: string; readonly icon: LucideIcon }> = {
  read: { word: 'Read', icon: Eye },
  write: { word: 'Write', icon: PencilLine },
  sign: { word: 'Sign', icon: Signature },
  export: { word: 'Export', icon: Upload },
  destroy: { word: 'Destroy', icon: Trash2 },
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
