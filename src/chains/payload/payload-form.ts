import type { HashFunction } from '#protocol/catalogue/signing.ts';
import type { Chain } from '../chains.ts';
import type { Signer } from '../model/chain.ts';
import type { Hex } from '../ethereum/address.ts';
import type { Fact, SentencePart, DecodedTransaction, Warning } from '../model/decoded.ts';

/** Who signs a payload, as each chain knows the key. */
export interface FormContext {
  readonly signerOn: (chain: Chain) => Signer | undefined;
  /** The key's Ethereum address, where it has one. */
  readonly authority: Hex | null;
}

/** What bytes of a known form say. */
export interface FormReading {
  /** What signing does, in words that can follow a colon. */
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  readonly warnings: Warning[];
  /** Where a chain's reader took the bytes as a transaction. */
  readonly reading?: DecodedTransaction;
}

/** Bytes that some protocol takes a signature over, whatever the request calls them. */
export interface PayloadForm {
  /** With its article, for example "a Solana transaction". */
  readonly name: string;
  /** What a signature over it is: it moves something by itself, or lets a contract or key do so. */
  readonly kind: 'transaction' | 'permission';
  /** How the protocol hashes these bytes: with another hash function it does not take the signature. */
  readonly hashedWith: readonly HashFunction[];
  /**
   * @returns null for bytes of another form
   * @throws AppError for bytes of another form as well
   */
  readonly read: (bytes: Uint8Array, context: FormContext) => FormReading | null;
}
