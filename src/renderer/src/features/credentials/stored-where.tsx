import type { ReactNode } from 'react';
import { useAppSnapshot, useHealth } from '../../bridge/app-state.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.stored;

/** What is kept where: on this machine, and elsewhere. */
export function StoredWhere(): ReactNode {
  const { dataFolder } = useAppSnapshot();
  const keychain = useHealth((health) => health.keychain);
  return (
    <Facts>
      <FactRow label={TEXT.privateKey} note={TEXT.privateKeyNote}>
        {TEXT.onThisComputer(keychain.backend)}
      </FactRow>
      <FactRow label={TEXT.publicKey} note={dataFolder}>
        {TEXT.database}
      </FactRow>
      <FactRow label={TEXT.stamps} note={TEXT.stampsNote}>
        {TEXT.journal}
      </FactRow>
      <FactRow label={TEXT.service} note={TEXT.serviceNote}>
        {TEXT.servicePublicKey}
      </FactRow>
    </Facts>
  );
}
