/** A signature in the history of an address; `place` grows with time. */
export interface SolHistoryRow {
  id: string;
  cluster: string;
  address: string;
  place: number;
  signature: string;
}

/** How far the history of an address has been read. */
export interface SolHistoryStateRow {
  cluster: string;
  address: string;
  /** Whether its oldest signature has been reached. */
  complete: number;
}

export interface SolTransactionRow {
  cluster: string;
  signature: string;
  slot: number;
  block_hash: string;
  /** Seconds since the epoch. */
  block_time: number;
  status: 'CONFIRMED' | 'FINALIZED';
  /** JSON text. */
  record: string;
}

/** The tables of migration 009. */
export interface SolanaSchema {
  sol_history: SolHistoryRow;
  sol_history_state: SolHistoryStateRow;
  sol_transaction: SolTransactionRow;
}
