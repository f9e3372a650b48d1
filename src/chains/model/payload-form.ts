import type { HashFunction } from '#protocol/catalogue/signing.ts';
import type { DecodedTransaction, Fact, SentencePart, Warning } from './decoded.ts';

/** Who signs a payload. */
export interface FormContext {
  /** The key's Ethereum address, where it has one. */
  readonly authority: `0x${string}` | null;
}

/** A chain's forms can have it read bytes as a transaction. */
export interface ChainFormContext extends FormContext {
  /** @throws AppError for bytes that are none */
  readonly readTransaction: (bytes: Uint8Array) => FormReading;
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
export interface PayloadForm<Context extends FormContext = FormContext> {
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
  readonly read: (bytes: Uint8Array, context: Context) => FormReading | null;
}

/** The form of a transaction as the chain's reader takes it. @param name with its article */
export const wholeTransaction = (
  name: string,
  hashedWith: readonly HashFunction[],
): PayloadForm<ChainFormContext> => ({
  name,
  kind: 'transaction',
  hashedWith,
  read: (bytes, { readTransaction }) => readTransaction(bytes),
});
