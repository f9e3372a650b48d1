import type { DecodeContext } from '../../model/chain.ts';
import type { ByteRange, Fact, SentencePart, Warning } from '../../model/decoded.ts';
import type { Move } from '../../model/totals.ts';
import type { Hex } from './address.ts';
import type { ContractKind } from './known-contracts.ts';
import type { Network } from './networks.ts';
import type { BroughtToken } from './tokens.ts';

/** Whose word a reader may take for what a call does; anywhere else the call is a claim. */
export interface Bond {
  /** The kinds of contract that are known to do it; a token is one of the lists of tokens. */
  readonly at: readonly (ContractKind | 'token')[];
  /**
   * How the call reads at a contract that is not known: as what it asks for, or in its own words where it speaks of that
   * contract's own affairs, such as an unlisted token.
   */
  readonly says: 'asks' | 'itself';
  /** Whether one of the operator's own addresses may be what is called: a smart account, or a Safe. */
  readonly isAccount: boolean;
  /** Whether the call promises something to its caller, or hands the called contract an allowance. */
  readonly promises: boolean;
}

type Kinds = Bond['at'];

/** Calls that any contract of the lists may answer, and each token for itself. */
export const TOKEN: Bond = { at: [], says: 'itself', isAccount: false, promises: false };
/** Calls by which a contract changes hands or code. */
export const OWN: Bond = { at: [], says: 'itself', isAccount: true, promises: false };
/** Calls that an account is told to make. */
export const ACCOUNT: Bond = { at: [], says: 'asks', isAccount: true, promises: false };
/** Calls that are known at these contracts alone. */
export const at = (...kinds: Kinds): Bond => ({ at: kinds, says: 'asks', isAccount: false, promises: false });
/** As {@link at}, for calls by which something comes to the caller. */
export const promisedAt = (...kinds: Kinds): Bond => ({ ...at(...kinds), promises: true });

/** A call to a contract, found in the transaction itself or inside another call. Addresses are checksummed. */
export interface ContractCall {
  readonly chainId: bigint | null;
  readonly network: Network;
  /** Who calls, where that is known. */
  readonly from: Hex | null;
  readonly to: Hex;
  /** Whether a router makes the call in the stead of `from`, so that the contract takes the router for the caller. */
  readonly isByRouter?: boolean;
  /** Whether the code at `to` runs as `from`: what it calls is called by that, and it is that whose coins it sends. */
  readonly isDelegated?: boolean;
  /** Which addresses are the operator's; absent where nobody is known to sign. */
  readonly isOwn?: ((address: string | null) => boolean) | undefined;
  /** In the network's smallest unit. */
  readonly value: bigint;
  readonly data: Uint8Array;
  /** Where `data` starts in the transaction. */
  readonly offset: number;
  /** What the operator brought along, for calls that no built-in reader knows. */
  readonly interfaces?: CallInterfaces | undefined;
  /** Reads a call that is carried inside this one. */
  readonly readInner: (inner: InnerCall) => DecodedCall;
}

/** Where something happens, as far as names of tokens need to know. */
export type OnChain = Pick<ContractCall, 'chainId' | 'interfaces'>;

/** What differs in a call inside a call, and where its data stands in the transaction. */
type InnerCall = Partial<Pick<ContractCall, 'from' | 'isByRouter' | 'isDelegated' | 'to' | 'value'>> & {
  readonly range: ByteRange;
};

/** What a call does, as far as it could be read. */
export interface DecodedCall {
  readonly id: string;
  readonly title: string;
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  readonly warnings: Warning[];
  readonly inner: DecodedCall[];
  /** What it moves by itself, without the calls inside it. */
  readonly moves: readonly Move[];
  /** Whether that is all: other contracts move what they like. */
  readonly isExhaustive: boolean;
  /** Whether the calls inside are paid by somebody whom the bytes do not name. */
  readonly isPayerUnknown?: boolean;
  /** Until when it is taken, in seconds since the epoch, where it says so. */
  readonly deadline?: bigint;
  readonly blind: boolean;
  /** The function that is claimed to be called, where the contract is not known to have it. */
  readonly claim?: string;
  /** What the end of the sentence says of the called contract itself, beside the calls inside. */
  readonly aside?: readonly SentencePart[];
  /** Whether the sentence has the coins that go along with the call itself. */
  readonly saysCoins?: boolean;
}

/** Reads the calls of one function. */
export interface CallReader {
  readonly selector: Hex;
  /** The function's name and parameters, for people. */
  readonly signature: string;
  /** Null when the arguments are not exactly what the function's encoding would be. */
  readonly read: (call: ContractCall) => DecodedCall | null;
  /** Absent for what is shown in somebody else's words, or known at one contract alone. */
  readonly bond?: Bond;
}

/** Finds readers for calls that no built-in one knows, and what lists of the operator's call tokens. */
export interface CallInterfaces {
  readonly findCall: (chainId: bigint | null, to: Hex, selector: string) => CallReader | undefined;
  /** A token by its checksummed address; absent where no list was brought along. */
  readonly findToken?: (chainId: bigint | null, address: Hex) => BroughtToken | undefined;
}

/** What is known beside the bytes of a transaction that makes calls. */
export interface CallContext extends DecodeContext {
  /** What the operator brought along, for calls that are not known otherwise. */
  readonly interfaces?: CallInterfaces;
}

/** Fills in what most readings leave empty. */
export const decoded = (
  id: string,
  title: string,
  parts: Partial<DecodedCall> & Pick<DecodedCall, 'sentence' | 'facts'>,
): DecodedCall => ({
  id,
  title,
  warnings: [],
  inner: [],
  moves: [],
  isExhaustive: false,
  blind: false,
  ...parts,
});

/** A reading with the warnings of all that it carries, blind where a part of that is, and over when the first of them is. */
export const withInnerWarnings = (outer: DecodedCall): DecodedCall => ({
  ...outer,
  ...firstOf([outer, ...outer.inner].flatMap(({ deadline: until }) => until ?? [])),
  warnings: [...outer.warnings, ...outer.inner.flatMap((inner) => inner.warnings)],
  blind: outer.blind || outer.inner.some((inner) => inner.blind),
});

const firstOf = (limits: readonly bigint[]): Pick<DecodedCall, 'deadline'> =>
  limits.length === 0 ? {} : { deadline: limits.reduce((one, other) => (other < one ? other : one)) };

/** The bytes of a call's data at a place in the transaction. */
export const bytesAt = ({ data, offset }: ContractCall, [start, end]: ByteRange): Uint8Array =>
  data.subarray(start - offset, end - offset);

export const theLocatedAddress = (value: Hex): SentencePart => ({ kind: 'address', value });

/** A reading of a call that was made up, or stands in a text: it has no bytes to point at. */
export const withoutRanges = (call: DecodedCall): DecodedCall => ({
  ...call,
  facts: call.facts.map(({ label, value, kind, note }) => ({
    label,
    value,
    kind,
    ...(note === undefined ? {} : { note }),
  })),
  inner: call.inner.map(withoutRanges),
});
