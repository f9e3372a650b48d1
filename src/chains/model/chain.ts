import type { AddressFormat, CURVES } from '#protocol/catalogue/fields.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { DecodedTransaction } from './decoded.ts';

/** The key that is to sign: its address on the chain, its public key where it is known, the operator's name for it. */
export interface Signer {
  readonly address: string;
  /** Hex; compressed for secp256k1. */
  readonly publicKey?: string;
  readonly name?: string;
}

/** What is known beside the bytes of a transaction and the key that is to sign. */
export interface DecodeContext {
  /** Further addresses that are the operator's, counted in the totals beside the signer's. */
  readonly ownAddresses?: readonly string[];
  /** Addresses that were paid before; not the operator's. */
  readonly known?: readonly string[];
}

/** One thing that was checked about a signed transaction, in words for the operator. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** A signed transaction as the chain knows it: its id there, and its serialised form as `sign_transaction` returns it. */
export interface SignedTransaction {
  readonly hash: string;
  readonly signed: string;
}

/**
 * Everything that is asked of one chain: reading what is to be signed, and checking what came back. One file per chain.
 * @typeParam Known what its reader may know beside the bytes
 */
export interface ChainModule<Known extends DecodeContext = DecodeContext> {
  readonly type: TransactionType;
  readonly name: string;
  /** The curve of the keys that sign for it. */
  readonly curve: (typeof CURVES)[number];
  /** The address formats under which a signer of this chain is known, the usual one first. */
  readonly addressFormats: readonly AddressFormat[];
  /** Whether two spellings are the same address; chains with case-insensitive addresses say so here. */
  sameAddress(one: string, other: string): boolean;
  /**
   * Reads what an unsigned transaction does, out of its bytes and the local lists alone.
   * @throws AppError for anything that is no transaction of this chain, and for nothing else
   */
  readonly read: (unsignedTransaction: string, signer?: Signer, known?: Known) => DecodedTransaction;
  /**
   * Checks a signed transaction against what was previewed, field by field. An answer that cannot be read is a check
   * that failed.
   * @throws AppError when `unsigned` or the signer cannot be read
   */
  verify(request: { readonly unsigned: string; readonly signed: string; readonly signer: Signer }): Check[];
  /** @throws AppError when it is no signed transaction */
  describeSigned(signed: string): SignedTransaction;
}
