import type { ByteRange } from '../model/decoded.ts';
import type { Hex } from './address.ts';

/** One entry of an access list (EIP-2930): an address, lowercase, and the 32-byte storage keys under it. */
export interface AccessListEntry {
  readonly address: Hex;
  readonly storageKeys: readonly Hex[];
}

/** What every authorization of EIP-7702 says, however it is signed. */
export interface DelegationFields {
  /** Zero for every chain. */
  readonly chainId: bigint;
  readonly address: Hex;
  readonly nonce: bigint;
  readonly range: ByteRange;
}

/** A signed authorization to put code in an account's place (EIP-7702). Chain id 0 holds on every chain. */
export interface Authorization extends DelegationFields {
  readonly yParity: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

interface Envelope {
  /** The unsigned serialised transaction, as given. */
  readonly bytes: Uint8Array;
  /** Where every field stands in `bytes`, by its name. */
  readonly ranges: Readonly<Partial<Record<FieldName, ByteRange>>>;
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  /** The address called, lowercase; null creates a contract. */
  readonly to: Hex | null;
  /** In wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
}
interface WithAccessList extends Envelope {
  readonly chainId: bigint;
  readonly accessList: readonly AccessListEntry[];
}
interface WithFeeMarket extends WithAccessList {
  /** In wei per gas. */
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
}

/** Chain id null: the six-field form from before EIP-155, which any chain accepts. */
interface LegacyTransaction extends Envelope {
  readonly type: 'legacy';
  readonly chainId: bigint | null;
  readonly gasPrice: bigint;
}
interface AccessListTransaction extends WithAccessList {
  readonly type: 'eip2930';
  readonly gasPrice: bigint;
}
interface FeeMarketTransaction extends WithFeeMarket {
  readonly type: 'eip1559';
}
interface BlobTransaction extends WithFeeMarket {
  readonly type: 'eip4844';
  readonly to: Hex;
  readonly maxFeePerBlobGas: bigint;
  readonly blobVersionedHashes: readonly Hex[];
}
interface SetCodeTransaction extends WithFeeMarket {
  readonly type: 'eip7702';
  readonly to: Hex;
  readonly authorizationList: readonly Authorization[];
}

/** An unsigned Ethereum transaction with typed fields. */
export type UnsignedEthereumTransaction =
  LegacyTransaction | AccessListTransaction | FeeMarketTransaction | BlobTransaction | SetCodeTransaction;

export type EnvelopeType = UnsignedEthereumTransaction['type'];

/** The fields of each envelope in the order of its encoding, without the signature (the EIP of its name). */
export const FIELDS = {
  legacy: ['nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data'],
  eip2930: ['chainId', 'nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
  eip1559: [
    'chainId',
    'nonce',
    'maxPriorityFeePerGas',
    'maxFeePerGas',
    'gasLimit',
    'to',
    'value',
    'data',
    'accessList',
  ],
  eip4844: [
    'chainId',
    'nonce',
    'maxPriorityFeePerGas',
    'maxFeePerGas',
    'gasLimit',
    'to',
    'value',
    'data',
    'accessList',
    'maxFeePerBlobGas',
    'blobVersionedHashes',
  ],
  eip7702: [
    'chainId',
    'nonce',
    'maxPriorityFeePerGas',
    'maxFeePerGas',
    'gasLimit',
    'to',
    'value',
    'data',
    'accessList',
    'authorizationList',
  ],
} as const satisfies Record<EnvelopeType, readonly string[]>;

export type FieldName = (typeof FIELDS)[EnvelopeType][number];

/** Envelope types by their first byte (EIP-2718); a legacy transaction has none. */
export const TYPE_BYTES: Readonly<Record<number, Exclude<EnvelopeType, 'legacy'>>> = {
  1: 'eip2930',
  2: 'eip1559',
  3: 'eip4844',
  4: 'eip7702',
};
