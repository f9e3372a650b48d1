import { z } from 'zod';
import { contact } from '#preload/contract/contacts.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import type { ContactBookStore } from '../../storage/contact-books.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Keychain } from '../../vault/keychain.ts';
import { featureError } from '../errors.ts';

/** The contacts of one profile, and the rule over them. */
const book = z.object({ contacts: z.array(contact), contactsOnly: z.boolean() });
export type Book = z.infer<typeof book>;

export const EMPTY_BOOK: Book = { contacts: [], contactsOnly: false };

/**
 * The contacts as the operator approved them. The database has the text, the keychain its digest: whoever writes the database
 * adds nobody, hides nobody, and brings no earlier list back (docs/decisions/167).
 */
export interface ContactBooks {
  /** @throws AppError `CONTACTS_CHANGED`; KeychainError */
  read(profileId: string): Promise<Book>;
  /** Makes the next list out of the present one. @throws as `read`, what `make` throws, and StorageError: nothing is changed then */
  change(profileId: string, make: (before: Book) => Book): Promise<Book>;
  /** Puts an empty list in the place of one that cannot be read. @throws KeychainError */
  startOver(profileId: string): Promise<Book>;
  /** Forgets what the keychain has of a profile that is removed. @throws KeychainError */
  drop(profileId: string): Promise<void>;
  /** Lets go of what was read. */
  lock(): void;
}

const itemOf = (profileId: string): string => `contacts:${profileId}`;
/** Of a profile without a list, too: a first change may be cut off as well. */
const digestOf = (profileId: string, content: string | undefined): string =>
  content === undefined ? 'none' : sha256Hex(toUtf8(JSON.stringify([profileId, content])));

export function createContactBooks(
  store: ContactBookStore,
  keychain: Pick<Keychain, 'get' | 'replace' | 'delete'>,
  onChange: () => void = () => undefined,
): ContactBooks {
  /** By profile. The database is this process's alone: what was read once is what stands there. */
  const known = new Map<string, Promise<Book>>();
  let changing: Promise<unknown> = Promise.resolve();

  const load = async (profileId: string): Promise<Book> => {
    const [content, item] = await Promise.all([store.get(profileId), keychain.get(itemOf(profileId))]);
    if (content === undefined && item === null) return EMPTY_BOOK;
    const digest = digestOf(profileId, content);
    const noted = item?.split(' ') ?? [];
    if (!noted.includes(digest)) throw featureError('CONTACTS_CHANGED');
    // A change that was cut off left two: from now on the one that stands there counts alone.
    if (noted.length > 1) await keychain.replace(itemOf(profileId), digest);
    return content === undefined ? EMPTY_BOOK : book.parse(JSON.parse(content));
  };
  const read = (profileId: string): Promise<Book> => {
    const before = known.get(profileId);
    if (before !== undefined) return before;
    const now = load(profileId);
    known.set(profileId, now);
    now.catch(() => {
      if (known.get(profileId) === now) known.delete(profileId);
    });
    return now;
  };
  const write = async (profileId: string, after: Book): Promise<Book> => {
    const content = JSON.stringify(after);
    const before = digestOf(profileId, await store.get(profileId));
    const digest = digestOf(profileId, content);
    // Both count until the database has the new one: a kill in between loses neither.
    await keychain.replace(itemOf(profileId), `${digest} ${before}`);
    await store.set(profileId, content);
    await keychain.replace(itemOf(profileId), digest);
    known.set(profileId, Promise.resolve(after));
    onChange();
    return after;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = changing.then(work);
    changing = next.catch(() => undefined);
    return next;
  };

  return {
    read,
    change: (profileId, make) => inTurn(async () => write(profileId, make(await read(profileId)))),
    startOver: (profileId) =>
      inTurn(async () => {
        const content = JSON.stringify(EMPTY_BOOK);
        // The text that nobody approved must not count for a moment.
        await keychain.replace(itemOf(profileId), digestOf(profileId, content));
        await store.set(profileId, content);
        known.set(profileId, Promise.resolve(EMPTY_BOOK));
        onChange();
        return EMPTY_BOOK;
      }),
    drop: async (profileId) => {
      known.delete(profileId);
      await keychain.delete(itemOf(profileId));
    },
    lock: () => known.clear(),
  };
}

const views = new WeakMap<Book, KnownContacts>();

/** A list as previews ask for it. @param spell one spelling for every way to write an address */
export function knownContacts(read: Book, spell: (address: string) => string): KnownContacts {
  const before = views.get(read);
  if (before !== undefined) return before;
  const names = new Map<string, string>();
  const addresses: string[] = [];
  for (const each of read.contacts) {
    for (const { address } of each.addresses) {
      names.set(spell(address), each.name);
      addresses.push(address);
    }
  }
  const made: KnownContacts = {
    addresses,
    nameOf: (address) => names.get(spell(address)),
    contactsOnly: read.contactsOnly,
    fault: null,
  };
  views.set(read, made);
  return made;
}

/** Reads the contacts of a profile for a preview; of the selected profile if none is given. What cannot be read is said there, and is no reason to have none. */
export const contactReader =
  (
    storage: ConsoleStorage,
    books: Pick<ContactBooks, 'read'>,
    spell: (address: string) => string,
  ): ((profileId?: string) => Promise<KnownContacts>) =>
  async (profileId) => {
    try {
      return knownContacts(await books.read(profileId ?? (await currentProfile(storage)).id), spell);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...knownContacts(EMPTY_BOOK, spell), fault: error.message };
    }
  };
