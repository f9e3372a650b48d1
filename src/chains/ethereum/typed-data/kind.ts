import { fromHex } from '#protocol/encoding.ts';
import { formatTime } from '../../model/amounts.ts';
import type { Fact, Warning } from '../../model/decoded.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../model/address.ts';
import type { CallInterfaces, DecodedCall } from '../model/call.ts';
import { neverEnds, notTheSigner } from '../model/allowance-warnings.ts';
import type { Network } from '../model/networks.ts';
import { typedDataError } from './parse.ts';
import type { Domain, StructValue, TypedValue } from './typed-data.ts';

/** Who signs for whom. */
export interface TypedDataContext {
  readonly chainId: bigint | null;
  readonly network: Network;
  readonly domain: Domain;
  /** Who signs, where that is known; a call is made by nobody else. */
  readonly from: Hex | null;
  /** Which addresses are the operator's; absent where nobody is known to sign. */
  readonly isOwn?: ((address: string | null) => boolean) | undefined;
  /** What lists of the operator's call tokens; calls aren't read by it. */
  readonly interfaces?: CallInterfaces | undefined;
}

/** What a signature would do, as it is said of a call. */
export interface SignedReading extends DecodedCall {
  /** The account of the operator's that pays, where that is not the key's own: what leaves it is theirs. */
  readonly account?: Hex;
}

/** Typed data of a known form. */
export interface TypedDataKind {
  /** The type as EIP-712 encodes it: what it is recognised by. */
  readonly type: string;
  /** What a signature would do, as it is said of a call. Null where the data has the form but is not for a contract that is known to take it. */
  readonly read: (fields: Fields, context: TypedDataContext) => SignedReading | null;
}

/** The members of a struct by their names. A member of another type than asked for is an error of ours. */
export class Fields {
  readonly #struct: StructValue;

  constructor(struct: StructValue) {
    this.#struct = struct;
  }

  uint(name: string): bigint {
    const value = this.#atom(name);
    if (typeof value !== 'bigint') throw typedDataError(name, 'is no number');
    return value;
  }

  flag(name: string): boolean {
    return this.#atom(name) === true;
  }

  address(name: string): Hex {
    return this.hex(name);
  }

  hex(name: string): Hex {
    const value = this.#atom(name);
    if (typeof value !== 'string') throw typedDataError(name, 'is no hex');
    return value as Hex;
  }

  bytes(name: string): Uint8Array {
    const hex = this.hex(name);
    return hex === '0x' ? new Uint8Array() : fromHex(hex);
  }

  struct(name: string): Fields {
    const value = this.#value(name);
    if (value.kind !== 'struct') throw typedDataError(name, 'is no struct');
    return new Fields(value);
  }

  structs(name: string): Fields[] {
    const value = this.#value(name);
    if (value.kind !== 'list') throw typedDataError(name, 'is no list');
    return value.items.flatMap((item) => (item.kind === 'struct' ? [new Fields(item)] : []));
  }

  #atom(name: string): bigint | boolean | string {
    const value = this.#value(name);
    if (value.kind !== 'atom') throw typedDataError(name, 'is no single value');
    return value.value;
  }

  #value(name: string): TypedValue {
    const found = this.#struct.members.find((member) => member.name === name);
    if (found === undefined) throw typedDataError(name, 'is missing');
    return found.value;
  }
}

/** The fact that says how long a signature can be used. */
export const deadlineFact = (seconds: bigint, label = 'Valid until'): Fact => ({
  label,
  value: formatTime(seconds),
  kind: 'time',
  note: seconds.toString(),
});

/** A permission that is given by a signature alone: by whom, and whether it ever ends. */
export function warnOfPermit(
  { from }: TypedDataContext,
  { owner, until }: { readonly owner: Hex | null; readonly until: bigint },
): Warning[] {
  return [
    warn(
      'APPROVAL_BY_SIGNATURE',
      'caution',
      'A signature is enough',
      'Whoever has this signature can use it. No transaction of yours is needed, and none shows that it was given.',
    ),
    ...(owner !== null && from !== null && owner !== from ? [notTheSigner(owner, from)] : []),
    ...(formatTime(until) === 'never' ? [neverEnds()] : []),
  ];
}
