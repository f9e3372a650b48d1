import { useMemo } from 'react';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { QueryState } from '../../bridge/live-query.ts';
import type { Option } from '../../ui/select.tsx';
import { Initial } from '../../ui/tags.tsx';
import { AddressText } from '../../ui/values.tsx';
import { addressFor, signingChain } from './chains.ts';
import type { SignerChoice } from './signers.ts';

const NONE: readonly Option[] = [];

/**
 * What signs on a chain, as choices by their `signWith`; none until the keys are there. Made once of a list and a chain: there may be
 * ten thousand keys, and a form is drawn anew for each letter.
 */
export function useKeyOptions(
  known: QueryState<readonly SignerChoice[]>,
  type: TransactionType,
): readonly Option[] {
  const keys = known.state === 'ready' ? known.value : undefined;
  return useMemo(() => (keys === undefined ? NONE : keyOptions(keys, type)), [keys, type]);
}

function keyOptions(keys: readonly SignerChoice[], type: TransactionType): Option[] {
  const chain = signingChain(type);
  return keys.flatMap((key) => {
    const address = addressFor(key, chain);
    if (address === null) return [];
    const { signWith: id, name: label } = key;
    return {
      ...{ id, label, words: address },
      detail: <AddressText value={address} />,
      lead: <Initial of={label} />,
    };
  });
}
