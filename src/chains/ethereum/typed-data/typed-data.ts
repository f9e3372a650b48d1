import type { ByteRange } from '../../model/decoded.ts';
import type { Hex } from '../address.ts';

/** A member of a struct type, as EIP-712 declares it. */
export interface Member {
  readonly name: string;
  readonly type: string;
}

export interface StructValue {
  readonly kind: 'struct';
  readonly type: string;
  readonly members: readonly { readonly name: string; readonly value: TypedValue }[];
}

/** A value with its type; every part was checked against the type. */
export type TypedValue =
  | StructValue
  | { readonly kind: 'list'; readonly type: string; readonly items: readonly TypedValue[] }
  /**
   * Numbers as bigint; addresses checksummed, bytes as lowercase hex, both with `0x`. `range` is where it stands in the
   * transaction, for an argument of a call.
   */
  | {
      readonly kind: 'atom';
      readonly type: string;
      readonly value: bigint | boolean | string;
      readonly range?: ByteRange;
    };

/** Who the data is for (EIP-712, "Definition of domainSeparator"). */
export interface Domain {
  readonly name?: string;
  readonly version?: string;
  readonly chainId?: bigint;
  readonly verifyingContract?: Hex;
  readonly salt?: Hex;
}

/** Typed structured data (EIP-712), checked whole: what is in here is what is signed. */
export interface TypedData {
  readonly domain: Domain;
  /** `EIP712Domain` among them, with the members that the domain has. */
  readonly types: Readonly<Record<string, readonly Member[]>>;
  readonly primaryType: string;
  readonly message: StructValue;
}

export const DOMAIN_TYPE = 'EIP712Domain';

/** The members that a domain may have, in the order of the EIP. */
export const DOMAIN_MEMBERS: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** The type without its array brackets. */
export const baseTypeOf = (type: string): string => type.replace(/(?:\[\d*\])*$/, '');

/** A struct type with all that it refers to, as `encodeType` of EIP-712 writes it. */
export function encodeType(types: TypedData['types'], struct: string): string {
  const found = new Set<string>();
  const collect = (type: string): void => {
    if (found.has(type) || types[type] === undefined) return;
    found.add(type);
    for (const member of types[type]) collect(baseTypeOf(member.type));
  };
  collect(struct);
  found.delete(struct);
  return [struct, ...[...found].sort()]
    .map((type) => `${type}(${(types[type] ?? []).map((each) => `${each.type} ${each.name}`).join(',')})`)
    .join('');
}
