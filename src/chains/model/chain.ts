import type { AddressFormat, CURVES } from '#protocol/catalogue/fields.ts';
import type { HashFunction, TransactionType } from '#protocol/catalogue/signing.ts';
import type { TransferForm } from './transfer.ts';
import type { DecodedTransaction, Fact, RecognisedAction, SentencePart, Warning } from './decoded.ts';

/** Who signs a payload. */
export interface FormContext {
  /** The key's Ethereum address, where it has one. */
  readonly authority: `0x${string}` | null;
}

/** A chain's forms can have it read bytes as a transaction. */
interface ChainFormContext extends FormContext {
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

/** The key that is to sign: its address on the chain, its public key where it is known, the operator's name for it. */
export interface KeyToSign {
  readonly address: string;
  /** Hex; compressed for secp256k1. */
  readonly publicKey?: string;
  readonly name?: string;
}

/** What somebody says a lookup table of Solana holds: nobody vouches for it. */
export interface ClaimedTable {
  /** Base58, as are its entries, which come in their order. */
  readonly table: string;
  readonly addresses: readonly string[];
  /** Where it comes from: the request file, or a file that the operator added to it here. Without it, the request file. */
  readonly from?: 'request' | 'added';
}

/** Transactions that were given whole, by their IDs as people read them, with what their outputs hold. */
export type TransactionsById = ReadonlyMap<
  string,
  { readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[] }
>;

/** What files brought beside a transaction. */
export interface BroughtParts {
  /** What they say the lookup tables hold: shown beside the reading, which takes nothing from it. */
  readonly claimedTables?: readonly ClaimedTable[];
  /**
   * Bitcoin transactions that inputs spend from. Each proves itself: an input names its hash, and that is signed.
   */
  readonly previousTransactions?: TransactionsById;
}

/** What is known beside the bytes of a transaction and the key that is to sign. */
export interface DecodeContext extends BroughtParts {
  /** Further addresses that are the operator's, counted in the totals beside the signer's. */
  readonly ownAddresses?: readonly string[];
  /** Addresses that were paid before; not the operator's. */
  readonly known?: readonly string[];
  /** Addresses of the operator's contacts. */
  readonly contacts?: readonly string[];
  /** One transaction of a list of many: what takes long is left out, where little is lost. */
  readonly isListed?: boolean;
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

/** A signed transaction as somebody takes it who is not the service. */
export interface SendForm {
  /** What it is called, for example "Raw transaction". */
  readonly name: string;
  readonly text: string;
  /** What the network takes, where the signed transaction as the service has it is only on the way there. */
  readonly isFinal?: true;
}

/** How a payment that is nothing else reads on a chain: a batch counts those together. */
export interface PaymentSteps {
  /** The steps that pay somebody. */
  readonly pay: readonly string[];
  /** Steps that go along and move nothing to anybody else. */
  readonly aside?: RegExp;
  /**
   * The step that makes the account which is paid to, where it is missing: it goes along if that account, its owner and its
   * asset are those of the payment.
   */
  readonly makesAccount?: {
    readonly step: string;
    /** Facts of that step, with those of the payment's step that they have to equal. */
    readonly same: readonly (readonly [label: string, paymentLabel: string])[];
    /** What the totals say of it, which is no reason to doubt them. */
    readonly note: string;
  };
  /** Whether inputs are spent whole: change comes back, and the fee is a part of what goes out. */
  readonly givesChange?: boolean;
  /**
   * What a step pays or gives back, in the coin's smallest unit, where one transaction may pay several; null for a step that
   * does neither.
   */
  readonly paidBy?: (step: RecognisedAction) => { readonly to: string; readonly amount: bigint } | null;
}

/**
 * Everything that is asked of one chain: reading what is to be signed, checking what came back, finding its transactions
 * where nobody called them that. Its folder exports one, and `chains.ts` lists them.
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
  /** An address that somebody typed, in the spelling that this chain's readings have. @throws AppError `ADDRESS_INVALID` and the like */
  spellAddress(text: string): string;
  /**
   * Reads what an unsigned transaction does, out of its bytes and the local lists alone.
   * @throws AppError for anything that is no transaction of this chain, and for nothing else
   */
  readonly read: (
    unsignedTransaction: string | Uint8Array,
    signer?: KeyToSign,
    known?: Known,
  ) => DecodedTransaction;
  /**
   * Checks a signed transaction against what was previewed, field by field. An answer that cannot be read is a check
   * that failed.
   * @throws AppError when `unsigned` or the signer cannot be read
   */
  verify(request: {
    readonly unsigned: string;
    readonly signed: string;
    readonly signer: KeyToSign;
  }): Check[];
  /** @throws AppError when it is no signed transaction */
  describeSigned(signed: string): SignedTransaction;
  /** A signed transaction as nodes and wallets take it, where that isn't its hex; none of what can't be read. */
  sendForms(signed: string): readonly SendForm[];
  /** The forms in which its transactions, and what else its keys sign, may stand in a payload. */
  readonly payloadForms: readonly PayloadForm<ChainFormContext>[];
  readonly payments: PaymentSteps;
  /** How a payment is made by form. */
  readonly transfer: TransferForm;
}
