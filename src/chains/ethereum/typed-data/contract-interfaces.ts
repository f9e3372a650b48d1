import type { Fact, Warning } from '../../model/decoded.ts';
import type { CallInterfaces, DecodedCall } from '../model/call.ts';
import type { TypedDataContext } from './kind.ts';
import type { TypedData } from './typed-data.ts';

/** A message in the words of somebody else than this console. */
export interface MessageDescription {
  /** What it is said to be for. */
  readonly intent: string;
  /** Where the words come from, to stand behind "by". */
  readonly source: string;
  readonly facts: Fact[];
  readonly warnings: Warning[];
  readonly inner: DecodedCall[];
}

/**
 * What is known of contracts beside the readers that are built in: interfaces that the operator brought along. They are
 * asked only for what no built-in reader knows, and what they say takes no warning away.
 */
export interface ContractInterfaces extends CallInterfaces {
  readonly describe: (data: TypedData, context: TypedDataContext) => MessageDescription | undefined;
}

/** Asks one after the other. */
export const firstOf = (...all: readonly ContractInterfaces[]): ContractInterfaces => ({
  findCall: (...asked) => firstFound(all, (each) => each.findCall(...asked)),
  describe: (...asked) => firstFound(all, (each) => each.describe(...asked)),
  findToken: (...asked) => firstFound(all, (each) => each.findToken?.(...asked)),
});

function firstFound<T>(
  all: readonly ContractInterfaces[],
  ask: (one: ContractInterfaces) => T | undefined,
): T | undefined {
  for (const each of all) {
    const found = ask(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
