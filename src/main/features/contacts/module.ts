import { randomUUID } from 'node:crypto';
import { chainOf } from '#chains/chains.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { Contact, ContactEntry, ContactList, Deed } from '#preload/contract/contacts.ts';
import { listUsers } from '#protocol/catalogue/users.ts';
import { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import { featureError } from '../errors.ts';
import type { FileParts } from '../files/module.ts';
import {
  type ContactsFound,
  type LocalActionParts,
  type Resemblance,
  describeContactsOnly,
  describeImportContacts,
  describeNewContactList,
  describeRemoveContact,
  describeSaveContact,
} from '../local-actions/module.ts';
import {
  NO_NAMES,
  type OwnNames,
  type PreviewModuleParts,
  readOwnNames,
  spelled,
} from '../previews/module.ts';
import {
  CONTACT_FILE,
  contactFileOf,
  originOf,
  planImport,
  readContactFile,
  saidBy,
} from './contact-file.ts';
import { isInJournal, paymentsTo } from './contact-history.ts';
import { namesakesOf, plainName, requireSeenName } from './contact-names.ts';
import { type Book, type ContactBooks, contactReader, createContactBooks } from './contact-book.ts';

/** So many a profile has at most: all of them are compared with each recipient. */
const MOST_CONTACTS = 5_000;

/** So many can be looked at on one approval; the others of a file are left for its next import. */
const MOST_IMPORTED = 200;

type Needs = LocalActionParts &
  FileParts &
  PreviewModuleParts &
  Pick<
    ConsoleContext,
    'host' | 'storage' | 'keychain' | 'sessions' | 'clock' | 'runtime' | 'ports' | 'news' | 'journal'
  >;

export interface ContactParts {
  readonly contacts: Pick<ContactBooks, 'drop'>;
}

/** Whom the operator knows: names in previews, addresses that look like theirs, and the rule to pay nobody else. */
export const contacts = defineModule({
  start: (needs: Needs): ModuleParts<'contacts', ContactParts> => {
    const { contactsChanged } = needs.news;
    const books = createContactBooks(needs.storage.contactBooks, needs.keychain, contactsChanged.emit);
    needs.ports.contacts.answerWith(contactReader(needs.storage, books, spelled));
    return {
      parts: { contacts: books },
      handlers: { contacts: contactHandlers(needs, books) },
      onLock: () => books.lock(),
    };
  },
});

function contactHandlers(needs: Needs, books: ContactBooks): Handlers<ConsoleContract>['contacts'] {
  const { storage, local, signFile, host, files, sessions, clock, runtime, paid, reads, journal } = needs;
  const profileId = async (): Promise<string> => (await currentProfile(storage)).id;
  const deed = async (profile: string, line?: Deed['line']): Promise<Deed> => {
    const credential = await currentCredential(storage, profile);
    const user = runtime.identities.get(credential?.publicKey ?? '')?.username ?? '';
    return {
      user,
      credential: credential?.label ?? '',
      atMs: clock.now(),
      ...(line === undefined ? {} : { line }),
    };
  };
  const list = async (profile: string, { contacts, contactsOnly }: Book): Promise<ContactList> => {
    const lastPaid = await paid.lastPaid(profile);
    const listed = contacts.map((each) => ({ ...each, lastPaidMs: lastPaidOf(each, lastPaid) }));
    return { contacts: listed.sort((one, other) => one.name.localeCompare(other.name, 'en')), contactsOnly };
  };
  /** @param entries are added together: one of them can look like another, too @param id of the contact that is changed */
  const seenIn = async (
    profile: string,
    book: Book,
    entries: readonly ContactEntry[],
    id: string | null = null,
  ): Promise<ContactsFound> => {
    const before = book.contacts.filter((each) => each.id !== id);
    const others = [...before, ...(entries.length > 1 ? entries : [])];
    const nameOf = ({ name }: ContactEntry): string => name;
    const namesakes = namesakesOf(before.map(nameOf), entries.map(nameOf));
    const known = new LookAlikeIndex(
      others.flatMap(({ addresses }) => addresses.map(({ address }) => address)),
    );
    const owner = new Map(
      others.flatMap(({ name, addresses }) => addresses.map(({ address }) => [address, name] as const)),
    );
    const [lastPaid, names] = await Promise.all([paid.lastPaid(profile), ownNames(needs)]);
    const paidBefore = new LookAlikeIndex(lastPaid.keys());
    const alike: Resemblance[] = [];
    const own: { address: string; name: string }[] = [];
    for (const { address } of entries.flatMap((entry) => entry.addresses)) {
      const [contact, recipient] = [known.find(address), paidBefore.find(address)];
      if (contact !== undefined)
        alike.push({ address, other: contact, whose: `the address of “${owner.get(contact) ?? ''}”` });
      else if (recipient !== undefined)
        alike.push({ address, other: recipient, whose: 'an address that you paid before' });
      const name = names.nameOf(address);
      if (name !== undefined) own.push({ address, name });
    }
    return { namesakes, alike, own };
  };
  /** Who of the organization has that key; undefined where nobody has, or nobody can be asked. */
  const signerOf = async (publicKey: string): Promise<string | undefined> => {
    try {
      const { users } = await sessions.query(listUsers, {});
      return users.find(({ apiKeys }) => apiKeys.some(({ credential }) => credential.publicKey === publicKey))
        ?.userName;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
  return {
    list: async () => {
      const profile = await profileId();
      return list(profile, await books.read(profile));
    },
    history: async ({ id }) => {
      const found = requireContact(await books.read(await profileId()), id);
      const [payments, added, changed] = await Promise.all([
        paymentsTo(found, reads.ask),
        isInJournal(journal, found.added),
        isInJournal(journal, found.changed),
      ]);
      return { lines: { added, changed }, payments };
    },
    save: async (typed) => {
      const profile = await profileId();
      const entry = { ...typed, addresses: spelledAddresses(typed) };
      const book = await books.read(profile);
      const before = requireSavable(book, entry);
      const seen = await seenIn(profile, book, [entry], entry.id);
      const { line } = await local.approve(describeSaveContact(before, entry, seen));
      const by = await deed(profile, line);
      // The list may have changed while it was looked at.
      const after = await books.change(profile, (now) => {
        if (requireSavable(now, entry) !== before) throw featureError('CONTACT_EDITED_MEANWHILE');
        return withContact(now, entry, before, by);
      });
      return list(profile, after);
    },
    remove: async ({ id }) => {
      const profile = await profileId();
      const found = requireContact(await books.read(profile), id);
      await local.approve(describeRemoveContact(found));
      const after = await books.change(profile, (now) => {
        if (requireContact(now, id) !== found) throw featureError('CONTACT_EDITED_MEANWHILE');
        return { ...now, contacts: now.contacts.filter((each) => each.id !== id) };
      });
      return list(profile, after);
    },
    setContactsOnly: async ({ isOn }) => {
      const profile = await profileId();
      const book = await books.read(profile);
      if (book.contactsOnly === isOn) return list(profile, book);
      await local.approve(describeContactsOnly(isOn));
      return list(profile, await books.change(profile, (now) => ({ ...now, contactsOnly: isOn })));
    },
    saveFile: async () => {
      const profile = await currentProfile(storage);
      const book = await books.read(profile.id);
      const count = book.contacts.length;
      if (count === 0) throw featureError('CONTACTS_NONE');
      const by = await deed(profile.id);
      const text = await signFile({
        form: CONTACT_FILE,
        content: contactFileOf(book, profile, by),
        sentence: `Sign a file with ${count} ${count === 1 ? 'contact' : 'contacts'}, for another console.`,
        facts: [],
      });
      const day = new Date(by.atMs).toISOString().slice(0, 10);
      return { path: await host.save(`contacts-${day}${CONTACT_FILE.ending}`, text), count };
    },
    importFile: async ({ file }) => {
      const current = await currentProfile(storage);
      const profile = current.id;
      const { content, publicKey } = await readContactFile(files.pathOf(file));
      const entries = content.contacts.map((each) => ({ ...each, addresses: spelledAddresses(each) }));
      const book = await books.read(profile);
      const { added: all, same, left } = planImport(book, entries);
      const added = all.slice(0, MOST_IMPORTED);
      const later = all.length - added.length;
      if (book.contacts.length + added.length > MOST_CONTACTS)
        throw featureError('CONTACTS_FULL', { most: MOST_CONTACTS });
      if (added.length === 0)
        return { list: await list(profile, book), added: 0, later, same, left: [...left] };
      const signer = await signerOf(publicKey);
      const origin = originOf(content, current, clock.now());
      const facts = { publicKey, signer, says: saidBy(content), origin, same, left, later };
      const seen = await seenIn(profile, book, added);
      const { line } = await local.approve(describeImportContacts(added, facts, seen));
      const by = await deed(profile, line);
      // Nothing of what stands there now was looked at.
      const after = await books.change(profile, (now) => {
        if (JSON.stringify(planImport(now, entries).added.slice(0, MOST_IMPORTED)) !== JSON.stringify(added))
          throw featureError('CONTACT_EDITED_MEANWHILE');
        return added.reduce((all, entry) => withContact(all, { ...entry, id: null }, null, by), now);
      });
      return { list: await list(profile, after), added: added.length, later, same, left: [...left] };
    },
    startOver: async () => {
      const profile = await profileId();
      await local.approve(describeNewContactList());
      return list(profile, await books.startOver(profile));
    },
  };
}

type SavedEntry = ContactEntry & { readonly id: string | null };

const ownNames = ({ reads }: Needs): Promise<OwnNames> =>
  // Without an answer of the service nobody is called ours, and the contact can be saved all the same.
  readOwnNames(reads).catch((error: unknown) => {
    if (error instanceof AppError) return NO_NAMES;
    throw error;
  });

/** Each address as its chain spells it, once. @throws AppError `ADDRESS_INVALID` and the like */
function spelledAddresses({ addresses }: ContactEntry): ContactEntry['addresses'] {
  const each = new Map<string, ContactEntry['addresses'][number]>();
  for (const { chain, address } of addresses) {
    const whole = chainOf(chain).spellAddress(address);
    each.set(whole, each.get(whole) ?? { chain, address: whole });
  }
  return [...each.values()];
}

function requireContact({ contacts }: Book, id: string): Contact {
  const found = contacts.find((each) => each.id === id);
  if (found === undefined) throw featureError('CONTACT_UNKNOWN');
  return found;
}

/**
 * The contact that is changed, null for a new one.
 * @throws AppError where the name can't be seen in full, a name or an address is taken, or the list is full
 */
function requireSavable(book: Book, { id, name, addresses }: SavedEntry): Contact | null {
  requireSeenName(name);
  const before = id === null ? null : requireContact(book, id);
  const others = book.contacts.filter((each) => each !== before);
  if (others.length >= MOST_CONTACTS) throw featureError('CONTACTS_FULL', { most: MOST_CONTACTS });
  const namesake = others.find((each) => plainName(each.name) === plainName(name));
  if (namesake !== undefined) throw featureError('CONTACT_NAME_TAKEN', { name: namesake.name });
  const wanted = new Set(addresses.map(({ address }) => spelled(address)));
  for (const other of others) {
    const taken = other.addresses.find(({ address }) => wanted.has(spelled(address)));
    if (taken !== undefined)
      throw featureError('CONTACT_ADDRESS_TAKEN', { address: taken.address, name: other.name });
  }
  return before;
}

function withContact(book: Book, entry: SavedEntry, before: Contact | null, by: Deed): Book {
  const { name, note, addresses } = entry;
  if (before === null)
    return {
      ...book,
      contacts: [...book.contacts, { id: randomUUID(), name, note, addresses, added: by, changed: null }],
    };
  const after = { ...before, name, note, addresses, changed: { ...by, what: whatChanged(before, entry) } };
  return { ...book, contacts: book.contacts.map((each) => (each === before ? after : each)) };
}

/** "Bitcoin address added", "Name changed": the gravest alone. */
function whatChanged(before: ContactEntry, after: ContactEntry): string {
  const has = (entry: ContactEntry, address: string): boolean =>
    entry.addresses.some((each) => each.address === address);
  const added = after.addresses.find(({ address }) => !has(before, address));
  if (added !== undefined) return `${chainOf(added.chain).name} address added`;
  const removed = before.addresses.find(({ address }) => !has(after, address));
  if (removed !== undefined) return `${chainOf(removed.chain).name} address removed`;
  return before.name === after.name ? 'Note changed' : 'Name changed';
}

function lastPaidOf({ addresses }: Contact, lastPaid: ReadonlyMap<string, number>): number | null {
  const times = addresses.flatMap(({ address }) => lastPaid.get(address) ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
