import { hashTypedData } from 'viem/utils';
import { fromHex } from '#protocol/encoding.ts';
import type { TypedData, TypedValue } from './typed-data.ts';

/** The 32 bytes that are signed of typed data (EIP-712): keccak256 of `19 01`, the domain's hash and the message's. */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Uint8Array {
  // The type of the domain is given, since the library leaves out members of an empty or textual value on its own.
  const definition = { domain, types, primaryType, message: plainValue(message) };
  return fromHex(hashTypedData(definition as Parameters<typeof hashTypedData>[0]));
}

/** The value without its types, as libraries take it; numbers as bigint. */
export function plainValue(value: TypedValue): unknown {
  switch (value.kind) {
    case 'struct':
      return Object.fromEntries(value.members.map(({ name, value: member }) => [name, plainValue(member)]));
    case 'list':
      return value.items.map(plainValue);
    case 'atom':
      return value.value;
  }
}
