import { z } from 'zod';
import { activity } from '../protocol/activity.ts';
import { privateKey } from '../protocol/catalogue/private-key.ts';
import { EFFECTS } from '../protocol/catalogue/operation.ts';
import { fact, sentencePart, transactionReading, warning } from '../protocol/chains/reading.ts';
import { API_KEY_CURVES } from '../protocol/stamp.ts';
import { call, news } from './call.ts';

const nothing = z.undefined();
const json = z.json();

/** What must be true for the console to work; drawn by the status line. `remedy` is what the operator can do. */
export const health = z.object({
  keychain: z.object({
    state: z.enum(['ready', 'locked', 'missing']),
    /** What keeps the keys here, in words: "GNOME Keyring", "macOS Keychain", "Windows Credential Manager". */
    backend: z.string(),
    message: z.string(),
    remedy: z.string(),
  }),
  service: z.object({
    state: z.enum(['waiting', 'starting', 'ready', 'failed', 'remote']),
    message: z.string(),
    remedy: z.string(),
  }),
  journal: z.object({
    /** `checking`: not yet read to its end since the start. */
    state: z.enum(['checking', 'intact', 'tampered']),
    lines: z.number().int(),
    message: z.string(),
    remedy: z.string(),
  }),
  /** How far the service's clock is from this machine's, in ms; null until it answered. */
  clock: z.object({ offsetMs: z.number().nullable() }),
});
export type Health = z.infer<typeof health>;

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'hosted']),
  baseUrl: z.string(),
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Who the current credential belongs to, once the service said so. */
  username: z.string().nullable(),
  userId: z.string().nullable(),
});
export type Profile = z.infer<typeof profile>;

/** A credential's metadata: the key itself stays in the keychain. */
export const credential = z.object({
  publicKey: z.string(),
  label: z.string(),
  curve: z.enum(API_KEY_CURVES),
  profileId: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number().nullable(),
  /** Whether stamps are made with this one now. */
  current: z.boolean(),
});
export type Credential = z.infer<typeof credential>;

export const bootstrap = z.object({
  version: z.string(),
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
  sandboxed: z.boolean(),
  /** What this host can do that another may not. */
  can: z.object({ pickFiles: z.boolean(), readClipboard: z.boolean() }),
  locked: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  health,
  profiles: z.array(profile),
  profileId: z.string(),
  credentials: z.array(credential),
  dataFolder: z.string(),
});
export type Bootstrap = z.infer<typeof bootstrap>;

/** What a stamped request would do, made by the privileged side out of the exact bytes to be stamped. */
export const preview = z.object({
  id: z.string(),
  operation: z.string(),
  effect: z.enum(EFFECTS),
  summary: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  warnings: z.array(warning),
  /** For a transaction: everything that was read from it. */
  reading: transactionReading.nullable(),
  /** The request body, exactly as it will be stamped, and its SHA-256 as hex. */
  body: z.string(),
  digest: z.string(),
  credential: z.object({ label: z.string(), publicKey: z.string(), curve: z.enum(API_KEY_CURVES) }),
  profile: z.object({
    id: z.string(),
    name: z.string(),
    organizationId: z.string(),
    organizationName: z.string(),
  }),
});
export type Preview = z.infer<typeof preview>;

/** One thing that was checked about a result, and how it came out. */
export const verification = z.object({ name: z.string(), passed: z.boolean(), detail: z.string() });
export type Verification = z.infer<typeof verification>;

/** How a reviewed request ended. */
export const outcome = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('completed'),
    activityId: z.string(),
    fingerprint: z.string(),
    /** The result member of the activity. */
    result: json,
    verifications: z.array(verification),
    /** For a signed transaction: its hash on the chain, and the transaction as hex. */
    transaction: z.object({ hash: z.string(), signed: z.string() }).nullable(),
  }),
  z.object({
    state: z.literal('waiting'),
    activityId: z.string(),
    fingerprint: z.string(),
    message: z.string(),
  }),
  z.object({ state: z.literal('denied') }),
  z.object({ state: z.literal('expired') }),
  z.object({ state: z.literal('failed'), code: z.string(), message: z.string(), remedy: z.string() }),
  /** No answer: it may or may not have happened. The same bytes can be sent again without a second effect. */
  z.object({ state: z.literal('unknown'), fingerprint: z.string(), message: z.string(), remedy: z.string() }),
]);
export type Outcome = z.infer<typeof outcome>;

/** An activity as a list row shows it. */
export const activityRow = z.object({
  id: z.string(),
  type: z.string(),
  /** Operation path where the catalogue knows the type. */
  operation: z.string().nullable(),
  effect: z.enum(EFFECTS),
  status: z.string(),
  title: z.string(),
  who: z.string(),
  votes: z.number().int(),
  createdAtMs: z.number(),
});
export type ActivityRow = z.infer<typeof activityRow>;

export const activityDetail = z.object({
  row: activityRow,
  activity,
  /** The intent decoded again on this machine; null where the operation has no reading. */
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  reading: transactionReading.nullable(),
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
  createdAtMs: z.number(),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

/** One line of the journal. */
export const journalLine = z.object({
  number: z.number().int(),
  time: z.string(),
  profile: z.string(),
  publicKey: z.string(),
  operation: z.string(),
  digest: z.string(),
  outcome: z.string(),
  hash: z.string(),
});
export type JournalLine = z.infer<typeof journalLine>;

/**
 * Everything that the window can ask of the privileged side. The router, the preload's API and the test double are
 * derived from it; what is not here cannot be called.
 */
export const contract = {
  app: {
    bootstrap: call('read', nothing, bootstrap),
    changed: news(bootstrap),
    setTheme: call('write', z.object({ theme: z.enum(['system', 'light', 'dark']) }), nothing),
    lock: call('write', nothing, nothing),
    unlock: call('write', nothing, nothing),
    /** Tries again what failed: the keychain, the service. */
    recheck: call('write', nothing, nothing),
    copy: call('write', z.object({ text: z.string().max(4_000_000) }), nothing),
    /** Saves a text where the operator says (or in the downloads folder); gives the path, or null when called off. */
    save: call(
      'write',
      z.object({ name: z.string().regex(/^[\w][\w.-]{0,99}$/), text: z.string().max(4_000_000) }),
      z.object({ path: z.string().nullable() }),
    ),
  },
  profiles: {
    select: call('write', z.object({ id: z.string() }), nothing),
    add: call(
      'write',
      z.object({
        name: z.string().trim().min(1).max(60),
        baseUrl: z.url({ protocol: /^https?$/ }),
        organizationId: z.uuid(),
      }),
      z.object({ id: z.string() }),
    ),
    remove: call('destroy', z.object({ id: z.string() }), nothing),
  },
  credentials: {
    /** Makes a key in the keychain. For Local, the first one becomes the root user's API key. */
    create: call(
      'write',
      z.object({ label: z.string().trim().min(1).max(60), curve: z.enum(API_KEY_CURVES) }),
      credential,
    ),
    /** Asks for a file in the system's dialog; null when called off, or where the host has no dialog. */
    pickFile: call('read', nothing, z.object({ path: z.string().nullable() })),
    /** Reads a private key (hex or PEM) from a file or the clipboard; it never passes the window. */
    importFrom: call(
      'write',
      z.object({
        label: z.string().trim().min(1).max(60),
        /** Needed for raw hex, which does not say its curve. */
        curve: z.enum(API_KEY_CURVES).nullable(),
        source: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('file'), path: z.string().min(1).max(4096) }),
          z.object({ kind: z.literal('clipboard') }),
        ]),
      }),
      credential,
    ),
    select: call('write', z.object({ publicKey: z.string() }), nothing),
    rename: call(
      'write',
      z.object({ publicKey: z.string(), label: z.string().trim().min(1).max(60) }),
      nothing,
    ),
    forget: call('destroy', z.object({ publicKey: z.string() }), nothing),
  },
  keys: {
    list: call('read', nothing, z.array(privateKey)),
  },
  requests: {
    /** Validates, builds the exact body, and decodes what it would do. Nothing is stamped. */
    prepare: call(
      'read',
      z.object({ operation: z.string(), parameters: z.record(z.string(), json) }),
      preview,
    ),
    /** Opens the approval surface for a preview and waits: approved ones are stamped, sent and verified. */
    review: call('sign', z.object({ previewId: z.string() }), outcome),
    discard: call('write', z.object({ previewId: z.string() }), nothing),
    /** Sends a request that got no answer again, byte for byte. */
    resume: call('sign', z.object({ fingerprint: z.string() }), outcome),
    /** Requests that were sent and got no answer. */
    unfinished: call(
      'read',
      nothing,
      z.array(z.object({ fingerprint: z.string(), operation: z.string(), sentAtMs: z.number() })),
    ),
    /** Reads a transaction for the compose pane while it is typed: the reading, or why it cannot be read. */
    read: call(
      'read',
      z.object({ type: z.string(), unsignedTransaction: z.string() }),
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), reading: transactionReading, bytes: z.number().int() }),
        z.object({ ok: z.literal(false), code: z.string(), message: z.string(), remedy: z.string() }),
      ]),
    ),
  },
  activities: {
    list: call(
      'read',
      z.object({
        status: z.array(z.string()).max(10),
        types: z.array(z.string()).max(50),
        before: z.string().nullable(),
        limit: z.number().int().min(1).max(100),
      }),
      z.array(activityRow),
    ),
    get: call('read', z.object({ id: z.string() }), activityDetail),
  },
  journal: {
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
  },
};

export type ConsoleContract = typeof contract;
