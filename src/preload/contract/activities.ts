import { z } from 'zod';
import { activity } from '#protocol/activity.ts';
import { EFFECTS } from '#protocol/catalogue/operation.ts';
import { fact, sentencePart, decodedTransaction, warning } from '#chains/model/decoded.ts';
import { call, news, nothing } from './call.ts';
import { consensus } from './votes.ts';

/** An activity as a list row shows it. */
export const activityRow = z.object({
  id: z.string(),
  fingerprint: z.string(),
  type: z.string(),
  /** Operation path where the catalogue knows the type. */
  operation: z.string().nullable(),
  effect: z.enum(EFFECTS),
  status: z.string(),
  title: z.string(),
  /** What it is found by beside what the row shows: whole addresses, names of contacts, memos; nothing unseen is in it. */
  words: z.string(),
  /** What the operator's own file calls it, with what is unseen in it shown; null without. */
  reference: z.string().nullable(),
  /** Who asked: the name, and the user id. */
  who: z.string(),
  whoId: z.string(),
  /** Approvals so far. */
  votes: z.number().int(),
  rejections: z.number().int(),
  /** While it waits for votes: how it stands; null where that is not known. */
  consensus: consensus.nullable(),
  /** Whether it waits for votes, and mine is one of them. */
  waitsForMe: z.boolean(),
  createdAtMs: z.number(),
});
export type ActivityRow = z.infer<typeof activityRow>;

export const activityDetail = z.object({
  row: activityRow,
  activity,
  /** The intent decoded again on this machine; null where the operation has no reading. */
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  warnings: z.array(warning),
  reading: decodedTransaction.nullable(),
  /** Why it must not be relied on: what is shown is not what was stamped. */
  alarm: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).nullable(),
  /** Whether each vote's stamp holds over its message, and whether the message is what the fingerprint says. */
  votes: z.array(
    z.object({
      userId: z.string(),
      userName: z.string(),
      selection: z.enum(['VOTE_SELECTION_APPROVED', 'VOTE_SELECTION_REJECTED']),
      publicKey: z.string(),
      createdAtMs: z.number(),
      verified: z.boolean(),
    }),
  ),
  /** While it waits for votes: how it stands, and each rule that would let it through. */
  consensus: consensus.nullable(),
  /** What the service proves about it, each proof checked here. */
  proofs: z.array(
    z.object({
      title: z.string(),
      atMs: z.number().nullable(),
      verified: z.boolean(),
      detail: z.string(),
      payload: z.string(),
    }),
  ),
  createdAtMs: z.number(),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

/** Which activities are listed. */
const activityFilter = z.object({
  status: z.array(z.string()).max(10),
  types: z.array(z.string()).max(50),
  /** Only what this user asked for. */
  userId: z.string().nullable(),
  /** Only what waits for my vote. */
  waitsForMe: z.boolean(),
  /** Only what was asked at or after this time, in ms since the epoch. */
  sinceMs: z.number().nullable(),
});

/** A policy as it is being written; null for what it does not say, or for what a change leaves as it is. */
const triedPolicy = z.object({
  /** Of the policy that it changes; null for a new one. */
  policyId: z.string().nullable(),
  effect: z.enum(['EFFECT_ALLOW', 'EFFECT_DENY']).nullable(),
  condition: z.string().nullable(),
  consensus: z.string().nullable(),
  time: z.string().nullable(),
});
export type TriedPolicy = z.infer<typeof triedPolicy>;

const decided = z.enum([
  'OUTCOME_ALLOW',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_REJECTED',
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_DENY_IMPLICIT',
]);

/** Which of the newest activities would be decided otherwise by the same approvals. */
const policyTrial = z.object({
  /** How many were looked at, and whether there are no others. */
  looked: z.number().int(),
  isWhole: z.boolean(),
  /** Of how many that can't be told. */
  unclear: z.number().int(),
  changedInAll: z.number().int(),
  /** The newest of them, at most 100. */
  changed: z.array(
    z.object({ id: z.string(), title: z.string(), atMs: z.number(), before: decided, after: decided }),
  ),
});
export type PolicyTrial = z.infer<typeof policyTrial>;

/** What a policy comes to as it is written now. */
const policyWords = z.object({
  effect: z.enum(['EFFECT_ALLOW', 'EFFECT_DENY']),
  /** What the policy reaches, and what its author may not have meant. */
  facts: z.array(fact),
  warnings: z.array(warning),
  /** What it leaves free in the transactions that it lets through; null where that is nobody's question. */
  notLimited: z.string().nullable(),
  /** Chains whose transactions it never lets through; null for none, or where it is about none. */
  notApplied: z.string().nullable(),
});
export type PolicyWords = z.infer<typeof policyWords>;

/** A kind of request, by its name: "Sign a transaction (Solana)". */
const requestKind = z.object({ name: z.string(), effect: z.enum(EFFECTS) });
export type RequestKind = z.infer<typeof requestKind>;

/** Who can have requests of one kind carried out, by the quorum and the policies of today. */
const whoCan = z.object({
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Each is carried out at once, or some are; each waits for others, or some do; or none of it. */
      power: z.enum(['alone', 'alone_for_some', 'with_others', 'with_others_for_some', 'none']),
      hasCredential: z.boolean(),
      isByRoot: z.boolean(),
      /** Whether the user is in the root quorum at all. */
      isRoot: z.boolean(),
      /** The policies that allow it, and those that deny some of it: which of `policyLists`. */
      allowedBy: z.number().int(),
      deniedBy: z.number().int(),
    }),
  ),
  /** Names of policies; each list once, for thousands of users have the same, which is as long as there are policies. */
  policyLists: z.array(z.array(z.string())),
  /** So many of the root quorum's members approve together what nothing else allows. */
  rootThreshold: z.number().int(),
  /** The names of policies that can't be read here: they may decide otherwise. */
  unread: z.array(z.string()),
});
export type WhoCan = z.infer<typeof whoCan>;
export type Permission = WhoCan['users'][number];

/** What happened in the organization. */
export const activitiesCalls = {
  /** Rows newest first; `next` goes on where this page ends, null at the end. A page may hold fewer than `limit`. */
  list: call(
    'read',
    activityFilter.extend({ before: z.string().nullable(), limit: z.number().int().min(1).max(100) }),
    z.object({ rows: z.array(activityRow), next: z.string().nullable() }),
  ),
  /** Saves them to a file, the newest first, as evidence signed by the selected API key; `path` is null when the operator called it off. */
  save: call(
    'write',
    activityFilter.extend({ form: z.enum(['csv', 'json', 'evidence']) }),
    z.object({ path: z.string().nullable(), count: z.number().int(), isWhole: z.boolean() }),
  ),
  /** How many a filter lets through; the newest 10,000 are counted, and `isWhole` says whether there are no others. */
  count: call('read', activityFilter, z.object({ count: z.number().int(), isWhole: z.boolean() })),
  get: call('read', z.object({ id: z.string() }), activityDetail),
  /** Tries a policy on the newest 1,000; nothing is sent but questions. */
  tryPolicy: call('read', triedPolicy, policyTrial),
  /** Says a policy in words. @throws AppError what the service's parser refuses */
  policyWords: call('read', triedPolicy, policyWords),
  /** The kinds of request that are decided over. */
  requestKinds: call('read', nothing, z.array(requestKind)),
  /** Who can do what a request of the kind asks for. */
  whoCan: call('read', z.object({ kind: z.string() }), whoCan),
  /** The users of the organization: who can have asked. */
  people: call('read', nothing, z.array(z.object({ id: z.string(), name: z.string() }))),
  /** A request waits for my vote, or one of mine waits no longer. */
  noticed: news(z.object({ activityId: z.string(), title: z.string(), text: z.string() })),
  /** The operator pressed a notification on the desktop. */
  opened: news(z.object({ activityId: z.string() })),
};
