import { z } from 'zod';
import { privateKey } from '#protocol/catalogue/private-keys.ts';
import { walletAccount } from '#protocol/catalogue/wallets.ts';
import { call, nothing } from './call.ts';

/** One line of the journal. */
const journalLine = z.object({
  number: z.number().int(),
  time: z.string(),
  profile: z.string(),
  publicKey: z.string(),
  operation: z.string(),
  digest: z.string(),
  /** What an export took out, by its ids. */
  subject: z.string().optional(),
  outcome: z.string(),
  hash: z.string(),
});
export type JournalLine = z.infer<typeof journalLine>;

/** The record of every stamp. */
export const journalCalls = {
  list: call(
    'read',
    z.object({
      before: z.number().int().nullable(),
      limit: z.number().int().min(1).max(500),
      /** `changes`: without the stamps of queries. */
      filter: z.enum(['changes', 'all']).default('changes'),
    }),
    z.array(journalLine),
  ),
};

/** How the service sees this console. */
export const networkCalls = {
  /**
   * Whether the credential in use gets past the IP allowlists as they are, and the address that the service sees; null where
   * this machine cannot know it.
   */
  standing: call(
    'read',
    nothing,
    z.object({ source: z.string().nullable(), standing: z.enum(['in', 'out', 'unknown']) }),
  ),
};

/** What signs in the organization. */
export const keysCalls = {
  list: call('read', nothing, z.array(privateKey)),
  /** Every account of every wallet, oldest first. */
  accounts: call('read', nothing, z.array(walletAccount)),
};

/** Queries of the catalogue: stamped without asking, because they only read. */
export const queryCalls = {
  /** Asks any query by its path; gives its response as the catalogue describes it. */
  ask: call(
    'read',
    z.object({ operation: z.string(), parameters: z.record(z.string(), z.json()) }),
    z.json(),
  ),
};
