import type { SolanaTransaction } from './transaction.ts';

/** An account as an instruction names it: by address, or by its place in a lookup table. */
export type InstructionAccount =
  | { readonly kind: 'known'; readonly address: string; readonly range: readonly [number, number] }
  | { readonly kind: 'looked-up'; readonly table: string; readonly entry: number };

/** Every account that instructions can name, in the order of their indexes: static ones, then writable, then read-only lookups. */
export const accountsOf = ({ accounts, lookups }: SolanaTransaction): InstructionAccount[] => [
  ...accounts.map(({ address, range }) => ({ kind: 'known' as const, address, range })),
  ...(['writableIndexes', 'readonlyIndexes'] as const).flatMap((which) =>
    lookups.flatMap((lookup) =>
      lookup[which].map((entry) => ({ kind: 'looked-up' as const, table: lookup.table, entry })),
    ),
  ),
];
