import { z } from 'zod';
import { sentencePart } from '#chains/model/decoded.ts';
import { EFFECTS } from '#protocol/catalogue/operation.ts';
import { API_KEY_CURVES } from '#protocol/stamp.ts';
import { call, news, nothing } from './call.ts';
import { fileHandle } from './files.ts';
import { outcome, preview } from './requests.ts';

/** Why something was not taken, and what to do next. */
const refusal = z.object({ code: z.string(), message: z.string(), remedy: z.string() });

/** The three files of a round. */
export const OFFLINE_KINDS = ['request', 'stamp', 'answer'] as const;
const kind = z.enum(OFFLINE_KINDS);
export type OfflineKind = (typeof OFFLINE_KINDS)[number];

/** A file that can leave this computer. */
const outgoing = z.object({
  /** How its file is called; says nothing about it. */
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** Where it was saved; null as long as it was not. */
  savedTo: z.string().nullable(),
});
export type OutgoingFile = z.infer<typeof outgoing>;

/** A lookup table of Solana that a transaction takes accounts from. */
const namedTable = z.object({
  /** Base58. */
  address: z.string(),
  /** Which file says what is in it: the request's, or one that was added here. Null where none does; none is verified. */
  from: z.enum(['request', 'added']).nullable(),
});
export type NamedTable = z.infer<typeof namedTable>;

/** A Bitcoin transaction that an input spends from, where the PSBT only claims how much. */
const namedPrevious = z.object({
  /** Its ID, hex. */
  id: z.string(),
  /** Which file has it; its hash is the ID, so it proves itself. Null where none does. */
  from: z.enum(['request', 'added']).nullable(),
});
export type NamedPrevious = z.infer<typeof namedPrevious>;

/** A request that is open here: to be stamped, or to be carried. */
export const offlineItem = z.object({
  id: z.string(),
  /** SHA-256 of the request file, hex. */
  digest: z.string(),
  /** Another one whenever the request was decoded again. */
  previewId: z.string(),
  operation: z.string(),
  summary: z.string(),
  effect: z.enum(EFFECTS),
  sentence: z.array(sentencePart),
  /** From when on no service takes it, in ms since the epoch. */
  lapsesAtMs: z.number(),
  profileName: z.string(),
  /** Whom it is for, hex. */
  publicKey: z.string(),
  credentialLabel: z.string(),
  /** What it brought along that nobody vouches for. */
  hasUnverified: z.boolean(),
  /** The lookup tables that its transaction names. */
  lookupTables: z.array(namedTable),
  /** The Bitcoin transactions that would prove its amounts. */
  previousTransactions: z.array(namedPrevious),
  /** Why it can't be stamped here; null where it can. */
  refusal: refusal.nullable(),
  request: outgoing,
  /** Whether its file was made here, and is nowhere else as long as it isn't saved. */
  isMadeHere: z.boolean(),
  /** Its stamp, made here or brought here. */
  stamp: outgoing.extend({ isMadeHere: z.boolean(), atMs: z.number() }).nullable(),
  /** What the service answered. */
  answer: outgoing.extend({ status: z.number().int() }).nullable(),
});
export type OfflineItem = z.infer<typeof offlineItem>;

/** An answer that was opened: what it came to, and how much of it is proven. */
export const openedAnswer = z.object({
  id: z.string(),
  operation: z.string(),
  summary: z.string(),
  outcome,
  note: z.string(),
  /** The export that it opened, held for a while; null where it opened none. */
  exportId: z.string().nullable(),
});
export type OpenedAnswerView = z.infer<typeof openedAnswer>;

export const openFiles = z.object({ items: z.array(offlineItem), answers: z.array(openedAnswer) });
export type OfflineState = z.infer<typeof openFiles>;

const one = z.object({ id: z.string() });

/** What became of what was brought here. */
const taken = z.object({
  /** What was opened, by its ID: requests and answers. */
  opened: z.array(z.string()),
  refused: z.array(refusal.extend({ name: z.string() })),
});

/** The most files in one series of codes; no list is longer. */
const MOST_SCANNED = 200;
/** The largest file that goes by codes, in bytes: as much as their reader takes. */
export const MOST_BY_CODES = 128 * 1024;
/** A file in hex: two digits a byte. */
const scanned = z
  .string()
  .max(2 * MOST_BY_CODES)
  .regex(/^(?:[0-9a-f]{2})+$/);

/** Whose stamp a request is made for. */
const whom = z.object({
  /** The credential's public key, hex; null for the current one. */
  publicKey: z
    .string()
    .regex(/^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/)
    .nullable(),
  /** The curve of a credential that is not here. */
  curve: z.enum(API_KEY_CURVES).nullable(),
});

/** Requests by file: one console holds the credential and is never connected, another one carries. */
export const offlineCalls = {
  state: call('read', nothing, openFiles),
  /** What is open here, whenever it changed. */
  changed: news(openFiles),
  /** Reads a file of a round, or every such file of a folder; says of each that was not taken why. */
  take: call('read', z.object({ file: fileHandle }), taken),
  /** Takes files that were read from codes, as `take` does: in hex, and only while no approval is shown. A refusal’s name is the file’s number, from 1. */
  scan: call('read', z.object({ files: z.array(scanned).min(1).max(MOST_SCANNED) }), taken),
  /** A file's bytes, in hex, to be shown as codes; `FRAME_TOO_LARGE` where no reader would take so many. */
  bytes: call('read', one.extend({ kind }), z.object({ hex: z.string() })),
  /** What a request would do, decoded here from its bytes. */
  preview: call('read', one, preview),
  /** Puts a request on the approval surface, and stamps it once it is approved. */
  review: call('sign', one, z.object({ decision: z.enum(['approve', 'deny', 'expired']) })),
  /** Puts many requests on the approval surface at once, stamps them, and saves the stamps beside those that came from a folder. */
  reviewAll: call(
    'sign',
    z.object({ ids: z.array(z.string()).min(1).max(500) }),
    z.object({
      decision: z.enum(['approve', 'deny', 'expired']),
      /** How many stamps were saved beside their requests. */
      saved: z.number().int(),
      refused: z.array(refusal.extend({ name: z.string() })),
    }),
  ),
  /** Makes a request file of the bytes that a preview is of, for a credential, which another console may hold. */
  ofPreview: call('read', whom.extend({ previewId: z.string() }), one),
  /** Makes a request file for a credential, which another console may hold. */
  prepare: call(
    'read',
    whom.extend({ operation: z.string(), parameters: z.record(z.string(), z.json()) }),
    one,
  ),
  /** Makes a request with the same content and a new time in its place. */
  again: call('read', one, one),
  /**
   * Adds a lookup table out of a file, and decodes a request that has no stamp again with it. A request that was made here
   * carries it from then on; one that was brought keeps its bytes, and the table stays beside it.
   */
  addTable: call('read', one.extend({ file: fileHandle }), nothing),
  /** Reads a request again with a Bitcoin transaction that its inputs spend from. */
  addPrevious: call('read', one.extend({ file: fileHandle }), nothing),
  /** Brings a stamped request to its service and keeps the answer. */
  send: call('sign', one, nothing),
  /** Saves a file; null when called off. */
  save: call('write', one.extend({ kind }), z.object({ path: z.string().nullable() })),
  /** Wipes what an answer brought, has the keys that opened it forgotten, and closes it: its file opens nothing any more. */
  finish: call('destroy', one, nothing),
  /** Closes a request or an answer. What an answer brought is wiped; its file can be opened again. */
  discard: call('write', one, nothing, { whileLocked: true }),
};
