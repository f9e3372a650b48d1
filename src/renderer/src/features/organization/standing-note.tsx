import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { standing } from './network-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.standing;

/** Whether this console gets in with the lists as they are; a change says it again before it is approved. */
export function StandingNote(): ReactNode {
  const known = useRemote(standing);
  if (known.state === 'failed') return <Refusal error={known.error} />;
  if (known.state === 'loading') return <Note title={TEXT.loading} />;
  const { source, standing: stands } = known.value;
  const seen = source === null ? TEXT.unknown : TEXT.seen(source);
  return (
    <Note
      tone={stands === 'out' ? 'bad' : stands === 'in' ? 'good' : 'plain'}
      title={stands === 'out' ? TEXT.blocked : stands === 'in' ? TEXT.allowed : TEXT.depends}
    >
      {seen} {TEXT.preview}
    </Note>
  );
}
