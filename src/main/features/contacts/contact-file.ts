import { z } from 'zod';
import {
  type Contact,
  type ContactEntry,
  type Deed,
  type ImportedContacts,
  contactEntry,
} from '#preload/contract/contacts.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type SignedFile, type SignedForm, readSigned } from '#protocol/signed-file.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { spelled } from '../previews/module.ts';
import type { ContactFileOrigin } from '../local-actions/module.ts';
import type { Book } from './contact-book.ts';
import { isUnseen, plainName } from './contact-names.ts';

const content = z.strictObject({
  organizationId: z.string().max(100),
  profile: z.string().max(200),
  savedAt: z.iso.datetime(),
  /** Who saved it, as their console calls them. */
  savedBy: z.strictObject({ user: z.string().max(300), credential: z.string().max(300) }),
  contacts: z.array(contactEntry.strict()).min(1).max(5_000),
});
type ContactFile = z.infer<typeof content>;

/** The contacts of a profile, for another console. */
export const CONTACT_FILE: SignedForm<ContactFile> = {
  format: 'keyops-contacts',
  ending: '.contacts.json',
  content,
};

/** 5,000 contacts with all that they can have. */
const LIMIT = 16 * 1024 * 1024;

/** After so long, addresses of a file may well be others. */
const OLD_MS = 365 * 86_400_000;

/** @throws AppError `SIGNED_FILE_INVALID`, and those of the file */
export const readContactFile = async (path: string): Promise<SignedFile<ContactFile>> =>
  readSigned(CONTACT_FILE, await readUpTo(path, LIMIT));

/** What a profile's list says to others: not who was paid when, and not the rule. */
export const contactFileOf = (
  { contacts }: Book,
  profile: { readonly name: string; readonly organizationId: string | null },
  { user, credential, atMs }: Deed,
): ContactFile => ({
  organizationId: profile.organizationId ?? '',
  profile: profile.name,
  savedAt: new Date(atMs).toISOString(),
  savedBy: { user, credential },
  contacts: contacts.map(({ name, note, addresses }) => ({ name, note, addresses })),
});

/** What a file says of itself. */
export const saidBy = ({ savedBy, profile, savedAt }: ContactFile): string =>
  [savedBy.user, savedBy.credential, profile, savedAt].filter((each) => each !== '').join(', ');

/** What of a file's origin is out of the ordinary. A console without an organization writes none, and is not another one. */
export function originOf(
  { organizationId, savedAt }: Pick<ContactFile, 'organizationId' | 'savedAt'>,
  profile: { readonly organizationId: string | null },
  nowMs: number,
): ContactFileOrigin {
  const isOther = organizationId !== '' && organizationId !== profile.organizationId;
  const savedMs = Date.parse(savedAt);
  return {
    otherOrganization: isOther ? organizationId : null,
    oldDay: nowMs - savedMs > OLD_MS ? new Date(savedMs).toISOString().slice(0, 10) : null,
  };
}

interface Import {
  readonly added: readonly ContactEntry[];
  /** How many are here just so. */
  readonly same: number;
  /** Those whose name or address somebody else has here, and those whose name can't be seen in full. */
  readonly left: ImportedContacts['left'];
}

const spelledAll = ({ addresses }: Pick<Contact, 'addresses'>): string[] =>
  addresses.map(({ address }) => spelled(address)).sort();

/** What of a file is new to a list. What is here stays as it is: a file takes no name to another address. */
export function planImport({ contacts }: Book, entries: readonly ContactEntry[]): Import {
  const byName = new Map<string, string[]>(contacts.map((each) => [plainName(each.name), spelledAll(each)]));
  const taken = new Set([...byName.values()].flat());
  const added: ContactEntry[] = [];
  const left: ImportedContacts['left'] = [];
  let same = 0;
  for (const entry of entries) {
    const wanted = spelledAll(entry);
    const namesake = byName.get(plainName(entry.name));
    if (namesake?.join() === wanted.join()) same += 1;
    else if (isUnseen(entry.name)) left.push({ name: revealInvisible(entry.name), why: 'unseen' });
    else if (namesake !== undefined) left.push({ name: entry.name, why: 'name' });
    else if (wanted.some((address) => taken.has(address))) left.push({ name: entry.name, why: 'address' });
    else {
      added.push(entry);
      byName.set(plainName(entry.name), wanted);
      for (const address of wanted) taken.add(address);
    }
  }
  return { added, same, left };
}
