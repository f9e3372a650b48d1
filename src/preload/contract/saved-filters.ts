import { z } from 'zod';
import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { findInvisible } from '#protocol/invisible-characters.ts';
import { call, nothing } from './call.ts';

/** The lists that a screen is made of. */
const SCREEN_LISTS = [
  ...['apps', 'batches', 'credentials', 'earn', 'features', 'interfaces', 'invitations', 'keys', 'oauth2'],
  ...['offline', 'onRamps', 'operations', 'permissions', 'policies', 'profiles', 'secrets', 'sessions'],
  ...['users', 'wallets', 'webhooks'],
] as const;
/** The lists within one object: a filter that is saved for one of them is there for all objects of the kind. */
const OBJECT_LISTS = [
  ...['accounts', 'addressHistory', 'allowlist', 'apiKeys', 'batchLines', 'deployments', 'endpointEvents'],
  ...['failedLines', 'fileErrors', 'importedSecrets', 'oauthProviders', 'origins', 'passkeys'],
  ...['permittedUsers', 'policyTrial', 'properties', 'quorumMembers', 'results'],
] as const;
/** The lists that are narrowed by what is typed, and by nothing else. */
const SEARCHED_LISTS = [...SCREEN_LISTS, ...OBJECT_LISTS] as const;
export const FILTERED_LISTS = [
  ...SEARCHED_LISTS,
  ...['activities', 'contacts', 'journal', 'paymentRows'],
] as const;

/** As many characters can be typed to narrow a list. */
const WORDS_LENGTH = 200;

/** Text that looks like what it is: no control characters, and none that can't be seen. */
const seenText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'has control characters')
    .refine((text) => findInvisible(text).length === 0, 'has characters that can’t be seen');
const filterName = seenText(60).min(1);

/**
 * What narrows a list. Its choices hold IDs alone: one that the list doesn’t know is shown as it is, and a text of somebody's own
 * could read like the choice that lets everything through.
 */
const listFilter = z.discriminatedUnion('list', [
  z.object({
    list: z.literal('activities'),
    words: seenText(WORDS_LENGTH),
    /** Everything, what waits for my vote, what I asked for, or what did not come about. */
    view: z.enum(['all', 'forMe', 'mine', 'failed']),
    /** One status, or null for all of them; counts in the views that do not say it themselves. */
    status: z
      .string()
      .refine((status) => ACTIVITY_STATUSES.some((known) => known === status))
      .nullable(),
    /** One type, or null for all of them. */
    type: z
      .string()
      .max(200)
      .regex(/^ACTIVITY_TYPE_[A-Z0-9_]+$/)
      .nullable(),
    /** Who asked, by user id, or null for anybody. */
    userId: z.uuid().nullable(),
    /** How far back the list goes; it moves on with the time. */
    span: z.enum(['any', 'hour', 'day', 'week', 'month']),
  }),
  z.object({
    list: z.literal('contacts'),
    words: seenText(WORDS_LENGTH),
    chain: z.enum([...TRANSACTION_TYPES, 'all']),
  }),
  z.object({
    list: z.literal('journal'),
    words: seenText(WORDS_LENGTH),
    /** Stamps that could change something, or all of them. */
    lines: z.enum(['changes', 'all']),
  }),
  z.object({
    list: z.literal('paymentRows'),
    words: seenText(WORDS_LENGTH),
    /** All rows of a payment file, or those that want attention for one reason. */
    rows: z.enum(['all', 'wrong', 'alike', 'again', 'new']),
  }),
  z.object({ list: z.enum(SEARCHED_LISTS), words: seenText(WORDS_LENGTH) }),
]);
export type ListFilter = z.infer<typeof listFilter>;
export type FilteredList = ListFilter['list'];
/** A list that is narrowed by words alone. */
export type SearchedList = (typeof SEARCHED_LISTS)[number];
export type ActivityFilter = Extract<ListFilter, { list: 'activities' }>;

/** What narrows a list, under the name that the operator gave it. */
export const savedFilter = z.object({ name: filterName, filter: listFilter });
export type SavedFilter = z.infer<typeof savedFilter>;

const list = z.enum(FILTERED_LISTS);

/** The filters that the operator saved, each profile's and each list's own. */
export const savedFiltersCalls = {
  /** Those of one list, by name. */
  list: call('read', z.object({ list }), z.array(savedFilter)),
  /** Keeps one, in the place of one with the same name. */
  keep: call('write', savedFilter, nothing),
  /** Gives one another name, which none may have yet. */
  rename: call('write', z.object({ list, name: filterName, to: filterName }), nothing),
  forget: call('write', z.object({ list, name: filterName }), nothing),
};
