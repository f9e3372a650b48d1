import type { Hex } from '../ethereum/address.ts';
import type { AccessListEntry, DelegationFields } from '../ethereum/transaction.ts';
import type { ByteRange } from '../model/decoded.ts';
import type { KeyAuthorization } from './key-authorization.ts';

/** The first byte of a Tempo transaction (EIP-2718). */
export const TYPE_BYTE = 0x76;

/** The fields in the order of their encoding, without the signature (Tempo transaction specification). */
export const FIELDS = [
  'chainId',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  'gas',
  'calls',
  'accessList',
  'nonceKey',
  'nonce',
  'validBefore',
  'validAfter',
  'feeToken',
  'feePayerSignature',
  'authorizationList',
  /** The one field that may be missing altogether. */
  'keyAuthorization',
] as const;
export type TempoField = (typeof FIELDS)[number];

/** One call of the batch. */
export interface TempoCall {
  /** The address called, lowercase; null creates a contract. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly ranges: { readonly to: ByteRange; readonly value: ByteRange; readonly data: ByteRange };
}

/** A delegation of an account's code (EIP-7702), signed in one of Tempo's ways. */
export interface TempoAuthorization extends DelegationFields {
  readonly signature: Uint8Array;
}

/** An unsigned Tempo transaction with typed fields. */
export interface TempoTransaction {
  /** The unsigned serialised transaction, as given. */
  readonly bytes: Uint8Array;
  /** Where every field stands in `bytes`. */
  readonly ranges: ReadonlyMap<TempoField, ByteRange>;
  readonly chainId: bigint;
  /** In attodollars (10^-18 USD) per gas. */
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gas: bigint;
  readonly calls: readonly TempoCall[];
  readonly accessList: readonly AccessListEntry[];
  /** Which of the account's sequences of nonces counts; 0 is the account's own. */
  readonly nonceKey: bigint;
  readonly nonce: bigint;
  /** In seconds since the epoch; 0 where the field is empty. */
  readonly validBefore: bigint;
  readonly validAfter: bigint;
  /** The token that pays the fee, lowercase; null where the transaction leaves it open. */
  readonly feeToken: Hex | null;
  /** Whether another account is to pay the fee, and will sign after the sender. */
  readonly sponsored: boolean;
  readonly authorizationList: readonly TempoAuthorization[];
  readonly keyAuthorization: KeyAuthorization | null;
}

/** The nonce key under which a transaction is told apart by its hash and its time limit alone (TIP-1009). */
export const EXPIRING_NONCE_KEY = 2n ** 256n - 1n;
