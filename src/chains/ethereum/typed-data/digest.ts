import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { toUtf8 } from '#protocol/encoding.ts';
import { DOMAIN_TYPE, type TypedData, type TypedValue, encodeType } from './typed-data.ts';

/** The 32 bytes that are signed of typed data (EIP-712): keccak256 of `19 01`, the domain's hash and the message's. */
export function typedDataDigest({ domain, types, message }: TypedData): Uint8Array {
  // Libraries hash a type's text again for every value, which takes minutes for some data.
  const encode = encoder(types);
  const members = (types[DOMAIN_TYPE] ?? []).map(({ name, type }) => {
    const value = domain[name as keyof typeof domain] ?? '';
    return { name, value: { kind: 'atom', type, value } as const };
  });
  const separator = encode({ kind: 'struct', type: DOMAIN_TYPE, members });
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, encode(message)));
}

/** Gives the 32 bytes that stand for a value in the struct around it; each type's text is hashed once. */
function encoder(types: TypedData['types']): (value: TypedValue) => Uint8Array {
  const typeHashes = new Map<string, Uint8Array>();
  const typeHash = (type: string): Uint8Array => {
    const hash = typeHashes.get(type) ?? keccak_256(toUtf8(encodeType(types, type)));
    typeHashes.set(type, hash);
    return hash;
  };
  const encode = (value: TypedValue): Uint8Array => {
    if (value.kind === 'atom') return word(value.type, value.value);
    const words =
      value.kind === 'list'
        ? value.items.map(encode)
        : [typeHash(value.type), ...value.members.map((member) => encode(member.value))];
    return keccak_256(concatBytes(...words));
  };
  return encode;
}

function word(type: string, value: bigint | boolean | string): Uint8Array {
  if (typeof value !== 'string')
    return hexToBytes(BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0'));
  if (type === 'string') return keccak_256(toUtf8(value));
  const digits = value.slice(2);
  if (type === 'bytes') return keccak_256(hexToBytes(digits));
  // Addresses are numbers of 160 bits; bytes of a fixed length begin at the left.
  return hexToBytes(type === 'address' ? digits.padStart(64, '0') : digits.padEnd(64, '0'));
}
