import { z } from 'zod';
import { privateKey } from '#protocol/catalogue/private-keys.ts';
import { walletAccount } from '#protocol/catalogue/wallets.ts';
import { call, nothing } from './call.ts';
import { jsonValue } from './json-value.ts';

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

/** A journal that was changed outside the console, and closed with a note. */
const closedJournal = z.object({
  number: z.number().int(),
  /** The digest of its note, hex. */
  digest: z.string(),
  /** What its note says; null where the note is gone or was changed. */
  note: z
    .object({
      closedAt: z.string(),
      foundAt: z.string(),
      found: z.string(),
      written: z.object({ lines: z.number().int() }),
      file: z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() }).nullable(),
    })
    .nullable(),
  /** What is not as the note says; null where the file and the note are as they were. */
  problem: z.string().nullable(),
});
export type ClosedJournal = z.infer<typeof closedJournal>;

/** The record of every stamp. */
export const journalCalls = {
  /** The journals before the one that is written now, oldest first. */
  listClosed: call('read', nothing, z.array(closedJournal)),
  /** Closes a journal that was changed outside the console, and begins the next one. */
  startNext: call('destroy', nothing, nothing),
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

/** Where a page begins: behind the object of that id; at the start where nothing is said. */
const page = z.object({ after: z.uuid() }).optional();

/**
 * What signs in the organization, oldest first, in pages of a hundred: a page that is not full is the last one. A longer one
 * is all that a service has which knows no pages.
 */
export const keysCalls = {
  /** The private keys as the service has them now. */
  list: call('read', page, z.array(privateKey)),
  /** The private keys to sign with: what was made since is there, and whether one was exported since is not. */
  known: call('read', page, z.array(privateKey)),
  /** Every account of every wallet. */
  accounts: call('read', page, z.array(walletAccount)),
};

/** Queries of the catalogue: stamped without asking, because they only read. */
export const queryCalls = {
  /** Asks any query by its path; gives its response as the catalogue describes it. */
  ask: call(
    'read',
    z.object({ operation: z.string(), parameters: z.record(z.string(), jsonValue) }),
    jsonValue,
  ),
};
