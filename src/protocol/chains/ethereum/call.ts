import type { ByteRange, Fact, SentencePart, Warning } from '../reading.ts';
import type { Hex } from './address.ts';
import type { Network } from './networks.ts';

/** A call to a contract, found in the transaction itself or inside another call. Addresses are checksummed. */
export interface ContractCall {
  readonly chainId: bigint | null;
  readonly network: Network;
  /** Who calls, where that is known. */
  readonly from: Hex | null;
  readonly to: Hex;
  /** In wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
  /** Where `data` starts in the transaction. */
  readonly offset: number;
  /** Reads a call that is carried inside this one. */
  readonly readInner: (inner: InnerCall) => CallReading;
}

/** What differs in a call inside a call. `offset` is counted from the start of the outer call's data. */
type InnerCall = Partial<Pick<ContractCall, 'from' | 'to' | 'value'>> & {
  readonly offset: number;
  readonly length: number;
};

/** What a call does, as far as it could be read. */
export interface CallReading {
  readonly id: string;
  readonly title: string;
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  readonly warnings: Warning[];
  readonly inner: CallReading[];
  readonly blind: boolean;
}

/** Fills in what most readings leave empty. */
export const reading = (
  id: string,
  title: string,
  parts: Partial<CallReading> & Pick<CallReading, 'sentence' | 'facts'>,
): CallReading => ({ id, title, warnings: [], inner: [], blind: false, ...parts });

export const theAddress = (value: Hex): SentencePart => ({ kind: 'address', value });

/** The bytes of the n-th 32-byte word of a call's arguments. */
export const word = (call: ContractCall, index: number, skip = 0): ByteRange => {
  const start = call.offset + 4 + 32 * index;
  return [start + skip, start + 32];
};

/** A fact with an address that stands in the n-th word. */
export const addressFact = (
  call: ContractCall,
  label: string,
  value: Hex,
  index: number,
  note?: string,
): Fact => ({
  label,
  value,
  kind: 'address',
  ...(note === undefined ? {} : { note }),
  ranges: [word(call, index, 12)],
});

/** A fact with any value that stands in the n-th word. */
export const wordFact = (
  call: ContractCall,
  label: string,
  value: string,
  index: number,
  kind: Fact['kind'] = 'text',
): Fact => ({
  label,
  value,
  kind,
  ranges: [word(call, index)],
});

/** Offset, from the start of the data, of the content of the `bytes` argument whose pointer is the n-th word. */
export const bytesOffset = (call: ContractCall, index: number): number =>
  4 + pointer(call, 4 + 32 * index) + 32;

/** As {@link bytesOffset}, for every element of a `bytes[]` argument. */
export function bytesArrayOffsets(call: ContractCall, index: number, count: number): number[] {
  const base = bytesOffset(call, index);
  return Array.from({ length: count }, (_, element) => base + pointer(call, base + 32 * element) + 32);
}

// Only used on data that was found canonical, so that the low four bytes hold the whole pointer.
const pointer = (call: ContractCall, at: number): number =>
  call.data.subarray(at + 28, at + 32).reduce((value, byte) => value * 256 + byte, 0);
