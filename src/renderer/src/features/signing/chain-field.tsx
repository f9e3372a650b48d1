import type { ReactNode } from 'react';
import { Select } from '../../ui/select.tsx';
import { SIGNING_CHAINS } from '../signers/chains.ts';
import { setChain, useSigning } from './signing-store.ts';
import { signingText } from './text.ts';

/** The chain that a transaction is read for: recognised from its bytes, or chosen where they are none of it. */
export function ChainField({ isDisabled }: { isDisabled: boolean }): ReactNode {
  const { type, reading } = useSigning();
  return (
    <Select
      label={signingText.chain.label}
      options={SIGNING_CHAINS.map(({ id, label }) => ({
        id,
        label: id === type && reading.state === 'read' ? reading.reading.network : label,
        ...(id === type && reading.state === 'read' ? { aside: signingText.chain.detected } : {}),
      }))}
      value={type}
      onChange={(id) => void setChain(id)}
      isDisabled={isDisabled || reading.state === 'typedData'}
    />
  );
}
