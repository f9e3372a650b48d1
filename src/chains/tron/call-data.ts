import { toHex } from '#protocol/encoding.ts';

/** Where the calls of tokens have addresses among their arguments, word by word, by selector. */
const ADDRESS_WORDS: Readonly<Record<string, readonly number[]>> = {
  a9059cbb: [0], // transfer
  '095ea7b3': [0], // approve
  '23b872dd': [0, 1], // transferFrom
};
const PREFIX = 0x41;
const PREFIX_AT = 11;

/**
 * Call data with addresses as the ABI has them. Much of Tron's software puts the network's prefix 0x41 in front of an
 * address that it encodes; the machine looks at the last 20 bytes alone, so the call is the same.
 * @returns a copy of the same length; the data itself where nothing is to be changed
 */
export function withPlainAddresses(data: Uint8Array): Uint8Array {
  const words = ADDRESS_WORDS[toHex(data.subarray(0, 4))] ?? [];
  const prefixed = words.map((word) => 4 + word * 32).filter((start) => isPrefixed(data, start));
  if (prefixed.length === 0) return data;
  const plain = data.slice();
  for (const start of prefixed) plain[start + PREFIX_AT] = 0;
  return plain;
}

/** Whether a word is eleven zeros and the prefix before its last 20 bytes. */
const isPrefixed = (data: Uint8Array, start: number): boolean =>
  data[start + PREFIX_AT] === PREFIX &&
  data.subarray(start, start + PREFIX_AT).every((byte) => byte === 0) &&
  start + 32 <= data.length;
