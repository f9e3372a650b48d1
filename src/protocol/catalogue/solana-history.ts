import { z } from 'zod';
import { paginationOptions } from './fields.ts';
import { query } from './operation.ts';

/** The chains whose history is told, by their CAIP-2 names; the two of a hash are those of their genesis blocks. */
export const SOLANA_CAIP2 = [
  'solana:mainnet',
  'solana:devnet',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
] as const;
export type SolanaCaip2 = (typeof SOLANA_CAIP2)[number];

const transfer = z.object({
  direction: z.enum(['IN', 'OUT']),
  asset: z
    .object({ caip19: z.string(), symbol: z.string(), name: z.string(), decimals: z.number() })
    .optional(),
  amount: z.string(),
  counterparty: z.string(),
  display: z.object({ crypto: z.string().optional(), usd: z.string().optional() }).optional(),
});

export const solTransactionHistoryItem = z.looseObject({
  signature: z.string(),
  block: z.object({ number: z.string(), hash: z.string(), timestamp: z.string() }),
  status: z.enum(['CONFIRMED', 'FINALIZED']),
  origin: z.string(),
  feePayer: z.string(),
  signers: z.array(z.object({ address: z.string(), writable: z.boolean() })),
  fee: z.object({ amount: z.string(), caip19: z.string() }),
  transfers: z.array(transfer),
  executionFailed: z.boolean().optional(),
});

/** Specification, "list_sol_transaction_history"; `executionFailed` and `pageInfo` as published (PROTOCOL.md, section 12). */
export const listSolTransactionHistory = query({
  path: 'list_sol_transaction_history',
  summary: 'List Solana transactions',
  parameters: z.strictObject({
    address: z.string().min(1).max(255).meta({ label: 'Address' }),
    caip2: z.enum(SOLANA_CAIP2).meta({ label: 'Chain' }),
    paginationOptions: paginationOptions.nullish(),
  }),
  output: z.looseObject({
    transactions: z.array(solTransactionHistoryItem),
    pageInfo: z
      .object({
        hasNextPage: z.boolean(),
        hasPreviousPage: z.boolean(),
        startCursor: z.string().optional(),
        endCursor: z.string().optional(),
      })
      .optional(),
  }),
});
