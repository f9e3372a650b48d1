/** What the service asks of the process that has loaded the module; one at a time. */
export type TokenAsk =
  | {
      readonly ask: 'open';
      /** The module's absolute path. */
      readonly module: string;
      /** The labels of the token and of the keys in it. */
      readonly token: string;
      readonly key: string;
    }
  | { readonly ask: 'login'; readonly pin: Uint8Array }
  | { readonly ask: 'versions' }
  | {
      readonly ask: 'wrap' | 'unwrap';
      /** The key's ID in the token, in hex. */
      readonly version: string;
      /** What each item is bound to. */
      readonly record: string;
      readonly items: readonly Uint8Array[];
    };

/**
 * Why it was not done:
 * `pin-wrong` and `pin-locked` by the token's word; `lost` where a new login may help; `no-key` for a version that the token hasn't;
 * `invalid` for what this key did not wrap; `failed` for everything else.
 */
export const FAULT_KINDS = ['pin-wrong', 'pin-locked', 'lost', 'no-key', 'invalid', 'failed'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What the token says of its user's PIN, where it says so at all. */
export interface PinState {
  readonly isLocked: boolean;
  /** One more wrong one locks it. */
  readonly isFinalTry: boolean;
  /** A wrong one was entered since the last login. */
  readonly isCountLow: boolean;
}

export type TokenAnswer =
  | { readonly pin: PinState }
  | { readonly done: true }
  | { readonly versions: readonly string[] }
  | { readonly items: readonly Uint8Array[] }
  | { readonly fault: FaultKind; readonly why: string };

/** A fault as the process with the module throws it. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, why: string) {
    super(why);
    this.kind = kind;
  }
}
