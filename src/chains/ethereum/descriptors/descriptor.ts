import type { AbiParameter } from 'viem';
import type { Hex } from '../address.ts';
import type { Field } from './schema.ts';

/** A contract on a chain that a descriptor is for. */
export interface Deployment {
  readonly chainId: bigint;
  readonly address: Hex;
}

/** What a descriptor says of a call or of a message. */
export interface Display {
  /** What it is for, in the words of the descriptor. */
  readonly intent: string;
  readonly fields: readonly Field[];
}

export interface DescribedFunction extends Display {
  readonly selector: Hex;
  readonly signature: string;
  readonly inputs: readonly AbiParameter[];
}

export interface DescribedMessage extends Display {
  /** The type as EIP-712 encodes it. */
  readonly type: string;
}

/** A descriptor (ERC-7730) that was checked whole: every field leads somewhere, every reference is there. */
export interface Descriptor {
  readonly file: string;
  readonly contracts: readonly Deployment[];
  readonly functions: readonly DescribedFunction[];
  readonly verifyingContracts: readonly Deployment[];
  /** What the domain of messages must say, where it is told. */
  readonly domain: { readonly name?: string | undefined; readonly version?: string | undefined };
  readonly messages: readonly DescribedMessage[];
  readonly constants: Readonly<Record<string, string>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
