import { z } from 'zod';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { call, nothing } from './call.ts';
import { MOST_ADDRESSES } from './contact-limits.ts';

const contactAddress = z.object({
  /** An address of Ethereum counts on every EVM chain, and on Tempo. */
  chain: z.enum(TRANSACTION_TYPES),
  address: z.string().trim().min(1).max(120),
});
export type ContactAddress = z.infer<typeof contactAddress>;

/** What the operator says of a contact. */
const contactEntry = z.object({
  name: z.string().trim().min(1).max(80),
  note: z.string().trim().max(500),
  addresses: z.array(contactAddress).min(1).max(MOST_ADDRESSES),
});
export type ContactEntry = z.infer<typeof contactEntry>;

/** Who did it, with which credential, and when (ms since the epoch). */
const deed = z.object({ user: z.string(), credential: z.string(), atMs: z.number().int() });
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

/** Whom the operator knows, by profile. Each change is approved outside the window. */
export const contactsCalls = {
  list: call('read', nothing, contactList),
  /** Adds a contact, or changes the one with that ID. */
  save: call('write', contactEntry.extend({ id: z.string().nullable() }), contactList),
  remove: call('destroy', z.object({ id: z.string() }), contactList),
  setContactsOnly: call('write', z.object({ isOn: z.boolean() }), contactList),
  /** Starts an empty list, where the present one was changed outside the console. */
  startOver: call('destroy', nothing, contactList),
};
