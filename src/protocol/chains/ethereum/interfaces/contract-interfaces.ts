import type { Hex } from '../address.ts';
import type { CallReader } from '../define-call.ts';

/**
 * What is known of contracts beside the readers that are built in: interfaces that the operator brought along. They are
 * asked only for calls that no built-in reader knows, and what they say takes no warning away.
 */
export interface ContractInterfaces {
  readonly findCall: (chainId: bigint | null, to: Hex, selector: string) => CallReader | undefined;
}

/** Asks one after the other. */
export const firstOf = (...all: readonly ContractInterfaces[]): ContractInterfaces => ({
  findCall: (chainId, to, selector) => {
    for (const each of all) {
      const found = each.findCall(chainId, to, selector);
      if (found !== undefined) return found;
    }
    return undefined;
  },
});
