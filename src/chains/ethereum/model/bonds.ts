import type { ContractKind } from './known-contracts.ts';

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
