import { z } from 'zod';
import { API_KEY_CURVES } from '#protocol/stamp.ts';
import { call, news, nothing } from './call.ts';
import { fileHandle } from './files.ts';

const curve = z.enum(API_KEY_CURVES);
const publicKey = z.string().regex(/^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/);
/** A person's name; the privileged side says which ones do. */
const person = z.string().min(1).max(200);

/** What is still to be done, in the order of the ceremony. */
const openStep = z.object({
  step: z.enum(['credential', 'backup', 'trial', 'export', 'enroll', 'approve']),
  /** Whose credential it is about; null for all of them. */
  of: z.string().nullable(),
});

/** A key ceremony as its transcript tells it. Public keys, names and hashes: nothing secret. */
export const keyCeremony = z.object({
  /** Its number, hex. */
  id: z.string(),
  title: z.string(),
  people: z.array(z.string()),
  /** Where its transcript stands here, and why nobody may go on with it. */
  standing: z.discriminatedUnion('state', [
    z.object({ state: z.enum(['newest', 'interrupted', 'foreign']) }),
    z.object({ state: z.literal('refused'), message: z.string(), remedy: z.string() }),
  ]),
  entries: z.array(z.object({ atMs: z.number(), done: z.string(), facts: z.array(z.string()) })),
  approvals: z.array(z.object({ person: z.string(), atMs: z.number(), publicKey: z.string() })),
  /** What is missing until everybody has approved. */
  open: z.array(openStep),
  /** What can be done here next; null where nothing can. */
  next: openStep.nullable(),
  /** How the newest backup of the next trial was made; null where no trial is next. */
  backup: z.enum(['paper', 'passphrase', 'recipients']).nullable(),
  /** What people approve and write down: SHA-256 as hex. */
  digest: z.string(),
  /** How the transcript holds together. */
  checks: z.array(z.object({ passed: z.boolean(), detail: z.string() })),
});
export type KeyCeremony = z.infer<typeof keyCeremony>;

/** Shares on their way onto paper, or back. How many, never which words. */
const shares = z.object({
  id: z.string(),
  name: z.string(),
  /** How many were typed. */
  done: z.number().int(),
  /** How many there are to type; null before the first share says so. */
  count: z.number().int().nullable(),
  /** When they are wiped, in ms since the epoch. */
  wipesAtMs: z.number(),
});
export type CeremonyShares = z.infer<typeof shares>;

export const keyCeremoniesState = z.object({
  ceremonies: z.array(keyCeremony),
  /** A backup that is being written down. */
  writing: shares.nullable(),
  /** A trial whose shares are being typed. */
  trying: shares.nullable(),
});
export type KeyCeremoniesState = z.infer<typeof keyCeremoniesState>;

const one = z.object({ id: z.string() });
const ofPerson = one.extend({ name: person });
/** Words as they were typed: whole, or their first four letters. */
const typed = z.string().max(2_000);

/** The public keys of a ceremony, for a console with a network. */
export const ceremonyKeys = z.object({
  ceremony: z.string(),
  organization: z.string(),
  credentials: z.array(z.object({ name: z.string(), publicKey: z.string(), curve })),
});
export type CeremonyKeysView = z.infer<typeof ceremonyKeys>;

/** Key ceremonies: two people or more make credentials, back them up, register them, and approve a transcript of it. */
export const keyCeremoniesCalls = {
  state: call('read', nothing, keyCeremoniesState),
  changed: news(keyCeremoniesState),
  begin: call(
    'write',
    z.object({ title: z.string().max(200), people: z.array(person).min(2).max(16), by: person }),
    one,
  ),
  /** Takes a transcript out of a file, to go on with it, approve it or look at it. */
  open: call('read', z.object({ file: fileHandle }), one),
  create: call('write', ofPerson.extend({ curve }), nothing),
  bring: call('write', ofPerson.extend({ publicKey, curve }), nothing),
  /** Has the backup approved, and splits the key: the shares are then seen and typed back one after the other. */
  writeShares: call(
    'export',
    ofPerson.extend({ needed: z.number().int().min(2).max(16), count: z.number().int().min(2).max(16) }),
    nothing,
  ),
  /** The words of the share whose turn it is, once a person pressed for them. No call gives those of another one. */
  revealShare: call('export', nothing, z.object({ words: z.array(z.string()), hidesAtMs: z.number() })),
  /** Compares what was typed with the share whose turn it is; the last one ends the backup. */
  checkShare: call('write', z.object({ typed }), nothing),
  stopShares: call('write', nothing, nothing),
  /** Has the backup approved, and seals the key into an age file. Null when the dialog was called off. */
  saveBackup: call(
    'export',
    ofPerson.extend({
      seal: z.union([
        z.object({ passphrase: z.string().min(1).max(1024) }),
        z.object({ recipients: z.array(z.string().min(1).max(4096)).min(1).max(20) }),
      ]),
    }),
    z.object({ path: z.string().nullable() }),
  ),
  /** Takes a share for a trial restore; the last one has the key sign. */
  tryShare: call('write', ofPerson.extend({ typed }), nothing),
  stopTrial: call('write', nothing, nothing),
  /** Opens a backup’s file for a trial restore. */
  tryFile: call(
    'write',
    ofPerson.extend({
      file: fileHandle,
      opener: z.union([
        z.object({ passphrase: z.string().min(1).max(1024) }),
        z.object({ identityFile: fileHandle }),
      ]),
    }),
    nothing,
  ),
  /** Saves the file of public keys, and records that; null when called off. */
  exportKeys: call('write', one.extend({ by: person }), z.object({ path: z.string().nullable() })),
  /** Records the registrations whose request, stamp and answer lie in a folder; says of each that is refused why. */
  enrolled: call(
    'write',
    one.extend({ by: person, file: fileHandle }),
    z.object({
      recorded: z.number().int(),
      refused: z.array(z.object({ message: z.string(), remedy: z.string() })),
    }),
  ),
  /** Has a person approve the whole transcript on the approval surface, and stamps it with their credential. */
  approve: call('sign', ofPerson, nothing),
  /** Saves the transcript, or a text of it to be printed; null when called off. */
  save: call(
    'write',
    one.extend({ form: z.enum(['transcript', 'text']) }),
    z.object({ path: z.string().nullable() }),
  ),
  /** Deletes this console’s copy, once that was approved. */
  remove: call('destroy', one, nothing),
  /** Reads a ceremony’s file of public keys, where they are registered. */
  readKeys: call('read', z.object({ file: fileHandle }), ceremonyKeys),
  /** Makes the request that registers one of them, and opens it on the screen Offline. */
  request: call(
    'read',
    z.object({
      file: fileHandle,
      name: person,
      userId: z.string().min(1).max(128),
      /** Whose stamp it is made for; null for the current credential. */
      publicKey: publicKey.nullable(),
      /** The curve of a credential that is not here. */
      curve: curve.nullable(),
    }),
    one,
  ),
};
