/** Who hears of the transactions of a connection. */
export interface TransactionWatch {
  /** @param isWithin whether one is under way */
  watch(isWithin: () => boolean): void;
  /** @returns a statement that belongs to the transaction that is committed now, or undefined */
  readonly beforeCommit: () => string | undefined;
  /** One has been committed or rolled back. */
  readonly ended: () => void;
}
