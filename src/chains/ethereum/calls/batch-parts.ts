import type { ByteRange, Fact } from '../../decoded.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import { word, type DecodedCall, type ContractCall } from '../call.ts';

/** One call of a batch, and where it stands in the data of the call that carries it. */
export interface BatchPart {
  readonly to: Hex;
  readonly value: bigint;
  /** Where the part's own data starts, from the start of the carrying call's data. */
  readonly offset: number;
  readonly length: number;
  readonly toRange: ByteRange;
  /** Null where the batch gives the part no value. */
  readonly valueRange: ByteRange | null;
}

/** "1 call", "2 calls". */
export const countOfCalls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

/** How many bytes hex text with its prefix stands for. */
export const bytesIn = (hex: Hex): number => (hex.length - 2) / 2;

/** A Safe's kind of call in words; Safe and the accounts made like it number them alike. */
export const kindOfCall = (operation: number): string =>
  operation === 0 ? 'call' : operation === 1 ? 'delegate call' : `unknown (${operation})`;

/** A part whose address, value and data stand in words of the same tuple or call. */
export const partInWords = (
  call: ContractCall,
  at: ContractCall,
  { to, value, data }: { readonly to: Hex; readonly value: bigint; readonly data: Hex },
  dataOffset: number,
): BatchPart => ({
  to,
  value,
  offset: at.offset - call.offset + dataOffset,
  length: bytesIn(data),
  toRange: word(at, 0, 12),
  valueRange: word(at, 1),
});

/** The whom and how much of one part, numbered from 1. */
export function partFacts(call: ContractCall, part: BatchPart, number: number): Fact[] {
  const { to, value, toRange, valueRange } = part;
  const sends: Fact = {
    label: `Call ${number} sends`,
    value: formatCoins(value, call.network.unit),
    kind: 'amount',
    note: value.toString(),
    ...(valueRange === null ? {} : { ranges: [valueRange] }),
  };
  return [
    { label: `Call ${number} to`, value: to, kind: 'address', ranges: [toRange] },
    ...(value === 0n ? [] : [sends]),
  ];
}

/** Reads what each part does. @param from who makes the calls; null where that is not known */
export const readParts = (call: ContractCall, parts: readonly BatchPart[], from: Hex | null): DecodedCall[] =>
  parts.map(({ to, value, offset, length }) => call.readInner({ from, to, value, offset, length }));
