import type { Fact, RecognisedAction, SentencePart, Warning } from '../model/decoded.ts';
import type { Move } from '../model/totals.ts';
import type { TronTransaction } from './transaction.ts';

/** What a contract does, as far as it could be read. */
export interface ContractReading {
  readonly id: string;
  readonly title: string;
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  /** The contract that is called, which stands before everything else. */
  readonly called: readonly Fact[];
  readonly warnings: Warning[];
  readonly inner: RecognisedAction[];
  readonly blind: boolean;
  readonly moves: readonly Move[];
  /** What the moves do not say. */
  readonly notes: readonly string[];
}

/** Reads one kind of contract. The owner is known by then. */
export type ContractReader = (
  transaction: Omit<TronTransaction, 'owner'> & {
    readonly owner: string;
    /** Which addresses are the operator's; absent where nobody is known to sign. */
    readonly isOurs?: ((address: string | null) => boolean) | undefined;
  },
) => ContractReading;

/** Fills in what most readings leave empty. */
export const contractReading = (
  id: string,
  title: string,
  parts: Partial<ContractReading> & Pick<ContractReading, 'sentence' | 'facts'>,
): ContractReading => ({
  id,
  title,
  called: [],
  warnings: [],
  inner: [],
  blind: false,
  moves: [],
  notes: [],
  ...parts,
});
