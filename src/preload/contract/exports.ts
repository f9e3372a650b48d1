import { z } from 'zod';
import { KEY_FORMATS } from '#protocol/key-format-names.ts';
import { call, news, nothing } from './call.ts';
import { preview, verification } from './requests.ts';

/** What can be exported; `walletId` finds the record of an account. */
export const exportTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('privateKey'), privateKeyId: z.uuid() }),
  z.object({ kind: z.literal('wallet'), walletId: z.uuid() }),
  z.object({
    kind: z.literal('walletAccount'),
    walletId: z.uuid(),
    address: z.string().min(1).max(255),
  }),
  z.object({ kind: z.literal('secrets'), secretIds: z.array(z.uuid()).min(1).max(100) }),
]);
export type ExportTarget = z.infer<typeof exportTarget>;

/** How a plaintext is written: a private key's forms, the words of a wallet, or the text of a secret. */
export const EXPORT_FORMATS = [...KEY_FORMATS, 'MNEMONIC', 'TEXT'] as const;
const exportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof exportFormat>;

/** One plaintext that is held on the privileged side, without anything of what it is. */
export const exportItem = z.object({
  name: z.string(),
  kind: z.enum(['key', 'words', 'secret']),
  /** Curve and length, or the number of words. */
  size: z.string(),
  formats: z.array(exportFormat).min(1),
  /** Whether it can be saved as an Ethereum keystore. */
  keystore: z.boolean(),
  /** Addresses, or the public key where there is none, derived from the plaintext here, against the service's record. */
  derived: z.array(z.object({ label: z.string(), value: z.string(), matches: z.boolean() })),
});
export type ExportItem = z.infer<typeof exportItem>;

/** An export of this run, from its preview until it is wiped. */
export const exportView = z.object({
  id: z.string(),
  /** Both are null for one that an answer file brought. */
  previewId: z.string().nullable(),
  target: exportTarget.nullable(),
  /** The name of what is exported, and its id or address. */
  name: z.string(),
  identifier: z.string(),
  status: z.discriminatedUnion('state', [
    z.object({ state: z.literal('asked') }),
    /** It waits for votes; the key that its answer is sealed to is in memory alone. */
    z.object({ state: z.literal('waiting'), activityId: z.string() }),
    /** A check did not hold: nothing was kept. */
    z.object({ state: z.literal('refused'), activityId: z.string(), checks: z.array(verification) }),
    z.object({
      state: z.literal('open'),
      activityId: z.string(),
      checks: z.array(verification),
      items: z.array(exportItem),
      wipesAtMs: z.number(),
    }),
  ]),
});
export type ExportView = z.infer<typeof exportView>;

const taken = z.object({ id: z.string(), item: z.number().int().min(0), format: exportFormat });
const saved = z.object({ path: z.string().nullable() });

/** Shortest passphrase of a file: what leaves this machine has to withstand guessing. */
export const PASSPHRASE_MIN = 12;
const passphrase = z.string().min(PASSPHRASE_MIN).max(1024);

/** Taking key material out: asked for like every request, opened and held on the privileged side. */
export const exportsCalls = {
  /** Makes the target key and prepares the request; it is reviewed by its preview's id. */
  prepare: call('read', exportTarget, z.object({ id: z.string(), preview })),
  list: call('read', nothing, z.array(exportView)),
  /** The exports of this run, whenever one of them moved on. */
  changed: news(z.array(exportView)),
  /** The only call that gives plaintext to the window; it has to be hidden by then. */
  reveal: call('export', taken, z.object({ text: z.string(), hidesAtMs: z.number() })),
  /** Puts a plaintext on the clipboard, and takes it off again at that time. */
  copy: call('export', taken, z.object({ clearsAtMs: z.number() })),
  /** Saves a passphrase-protected age file of the text in that form. */
  saveAge: call('export', taken.extend({ passphrase }), saved),
  /** Saves an Ethereum key as a Web3 keystore, version 3. */
  saveKeystore: call('export', taken.omit({ format: true }).extend({ passphrase }), saved),
  /** Saves the text as it is; `confirmation` is the item's name, typed by the operator. */
  savePlain: call('export', taken.extend({ confirmation: z.string().max(300) }), saved),
  /** Wipes an export: its target keys and its plaintexts. */
  wipe: call('destroy', z.object({ id: z.string() }), nothing, { whileLocked: true }),
};
