import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { standing } from './network-store.ts';

/** Whether this console gets in with the lists as they are; a change says it again before it is approved. */
export function StandingNote(): ReactNode {
  const known = useRemote(standing);
  if (known.state === 'failed') return <Refusal error={known.error} />;
  if (known.state === 'loading') return <Note title="Asking from where the service sees this console" />;
  const { source, standing: stands } = known.value;
  const seen =
    source === null
      ? 'The service is elsewhere: which address it sees is not known on this machine.'
      : `The service sees this console at ${source}.`;
  return (
    <Note
      tone={stands === 'out' ? 'bad' : stands === 'in' ? 'good' : 'plain'}
      title={
        stands === 'out'
          ? 'The lists shut this console out'
          : stands === 'in'
            ? 'This console gets in'
            : 'This console gets in from the right address'
      }
    >
      {seen} Before a change of a list is approved, its preview says whether you would lock yourself out.
    </Note>
  );
}
