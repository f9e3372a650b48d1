import type { ContactList, ListedContact } from '#preload/contract/contacts.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';

/** The contacts of the profile that is shown. */
export const contactList = createQuery(() => getConsole().contacts.list());

/** The payments and journal lines of one contact, by its ID and what it says: a change has another line. */
export const contactHistory = createQuery((about) => {
  const [id = ''] = about.split(' ');
  return getConsole().contacts.history({ id });
});

/** Makes a change that was asked for, and shows what stands there then, whatever came of it. */
export async function changeContacts(change: () => Promise<ContactList>): Promise<ContactList> {
  try {
    return await change();
  } finally {
    await contactList.load();
  }
}

/** Those that have an address on a chain (null: all), and every word that was typed in their name, note or addresses. */
export function findContacts(
  contacts: readonly ListedContact[],
  { chain, words }: { readonly chain: string | null; readonly words: string },
): readonly ListedContact[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return contacts.filter(({ name, note, addresses }) => {
    if (chain !== null && !addresses.some((each) => each.chain === chain)) return false;
    const text = [name, note, ...addresses.map(({ address }) => address)].join(' ').toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}
