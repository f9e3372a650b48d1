import type { Fact } from '../../model/decoded.ts';
import { formatCoins } from '../amounts.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import type { DecodedCall, ContractCall } from '../call.ts';
import { addressFact } from '../descriptions/facts.ts';

/** One call of a batch. */
export interface BatchPart {
  readonly to: Located<Hex>;
  /** Absent where the batch gives the part no value. */
  readonly value?: Located<bigint> | undefined;
  readonly data: Pick<Located<Hex>, 'range'>;
}

/** "1 call", "2 calls". */
export const countOfCalls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

/** A Safe's kind of call in words; Safe and the accounts made like it number them alike. */
export const kindOfCall = (operation: number): string =>
  operation === 0 ? 'call' : operation === 1 ? 'delegate call' : `unknown (${operation})`;

/** The whom and how much of one part, numbered from 1. */
export const partFacts = (call: ContractCall, { to, value }: BatchPart, number: number): Fact[] => [
  addressFact(`Call ${number} to`, to),
  ...(value === undefined || value.value === 0n
    ? []
    : [
        {
          label: `Call ${number} sends`,
          value: formatCoins(value.value, call.network.unit),
          kind: 'amount' as const,
          note: value.value.toString(),
          ranges: [value.range],
        },
      ]),
];

/** Reads what each part does. @param from who makes the calls; null where that is not known */
export const readParts = (call: ContractCall, parts: readonly BatchPart[], from: Hex | null): DecodedCall[] =>
  parts.map(({ to, value, data }) =>
    call.readInner({ from, to: to.value, value: value?.value ?? 0n, range: data.range }),
  );
