import { z } from 'zod';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { call, nothing } from './call.ts';
import { MOST_ADDRESSES } from './contact-limits.ts';
import { fileHandle } from './files.ts';

const contactAddress = z.object({
  /** An address of Ethereum counts on every EVM chain, and on Tempo. */
  chain: z.enum(TRANSACTION_TYPES),
  address: z.string().trim().min(1).max(120),
});
export type ContactAddress = z.infer<typeof contactAddress>;

/** What the operator says of a contact. */
export const contactEntry = z.object({
  name: z.string().trim().min(1).max(80),
  note: z.string().trim().max(500),
  addresses: z.array(contactAddress).min(1).max(MOST_ADDRESSES),
});
export type ContactEntry = z.infer<typeof contactEntry>;

/** Who did it, with which credential, and when (ms since the epoch). */
const deed = z.object({
  user: z.string(),
  credential: z.string(),
  atMs: z.number().int(),
  /** Its line in the journal, with the line's hash; lists of earlier versions have none. */
  line: z.object({ number: z.number().int(), hash: z.string() }).optional(),
});
export type Deed = z.infer<typeof deed>;

export const contact = contactEntry.extend({
  id: z.string(),
  added: deed,
  /** The last change, and what it changed, in words; null where there was none. */
  changed: deed.extend({ what: z.string() }).nullable(),
});
export type Contact = z.infer<typeof contact>;

const contactList = z.object({
  /** By name. */
  contacts: z.array(contact.extend({ lastPaidMs: z.number().int().nullable() })),
  /** Whether the preview of a payment to anybody else is a danger. */
  contactsOnly: z.boolean(),
});
export type ContactList = z.infer<typeof contactList>;
export type ListedContact = ContactList['contacts'][number];

/** A transaction that pays a contact, as it was asked for. */
const contactPayment = z.object({
  activityId: z.string(),
  /** With its asset; empty where the bytes don't say it. */
  amount: z.string(),
  network: z.string(),
  status: z.string(),
  atMs: z.number().int(),
});
export type ContactPayment = z.infer<typeof contactPayment>;

/** What this console and its service know of a contact. */
const contactHistory = z.object({
  /** Whether the journal has the lines that the contact names; null where it names none. */
  lines: z.object({ added: z.boolean().nullable(), changed: z.boolean().nullable() }),
  /** The newest first, out of the organization's last transactions. */
  payments: z.array(contactPayment),
});
export type ContactHistory = z.infer<typeof contactHistory>;

/** What became of a file with contacts. */
const importedContacts = z.object({
  list: contactList,
  added: z.number().int(),
  /** New ones that are left for the file's next import: so many can't be looked at at once. */
  later: z.number().int(),
  /** Already here as the file has them. */
  same: z.number().int(),
  /** Those of the file that were left out: they are here otherwise, or their names have characters that can't be seen. */
  left: z.array(z.object({ name: z.string(), why: z.enum(['name', 'address', 'unseen']) })),
});
export type ImportedContacts = z.infer<typeof importedContacts>;

/** Whom the operator knows, by profile. Each change is approved outside the window. */
export const contactsCalls = {
  list: call('read', nothing, contactList),
  /** The last payments to a contact, and whether its journal lines are there. */
  history: call('read', z.object({ id: z.string() }), contactHistory),
  /** Adds a contact, or changes the one with that ID. */
  save: call('write', contactEntry.extend({ id: z.string().nullable() }), contactList),
  remove: call('destroy', z.object({ id: z.string() }), contactList),
  setContactsOnly: call('write', z.object({ isOn: z.boolean() }), contactList),
  /** Saves them all as a file that the selected API key signs; the path is null where no place was chosen. */
  saveFile: call('write', nothing, z.object({ path: z.string().nullable(), count: z.number().int() })),
  /** Adds what a signed file has and this list has not; nothing that is here is changed. */
  importFile: call('write', z.object({ file: fileHandle }), importedContacts),
  /** Starts an empty list, where the present one was changed outside the console. */
  startOver: call('destroy', nothing, contactList),
};
