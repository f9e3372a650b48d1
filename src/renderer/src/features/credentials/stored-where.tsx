import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';

/** What is kept where: on this machine, and elsewhere. */
export function StoredWhere(): ReactNode {
  const { health, dataFolder } = useAppSnapshot();
  return (
    <Facts>
      <FactRow label="Private half" note="Read from there only to stamp; this window never sees it.">
        {health.keychain.backend}, on this machine
      </FactRow>
      <FactRow label="Label, public half" note={dataFolder}>
        The console&apos;s database
      </FactRow>
      <FactRow label="Every stamp" note="One line each, chained, so that a change shows.">
        The journal
      </FactRow>
      <FactRow label="At the service" note="Private keys that you create there are held there, encrypted.">
        The public half
      </FactRow>
    </Facts>
  );
}
