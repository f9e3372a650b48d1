import { create } from 'zustand';
import type { ContactList, ListedContact } from '#preload/contract/contacts.ts';
import type { ListFilter } from '#preload/contract/saved-filters.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { signingChain } from '../signers/chains.ts';

export type ContactFilter = Extract<ListFilter, { list: 'contacts' }>;

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

/** Whose addresses are listed: those of one chain, or all. Together with what is typed it narrows the list. */
export type ContactChain = ContactFilter['chain'];
export const useContactChain = create<{ readonly chain: ContactChain }>(() => ({ chain: 'all' }));
export const setContactChain = (chain: ContactChain): void => useContactChain.setState({ chain });

onOtherProfile(() => setContactChain('all'));

/** Those that have an address on a chain. */
export const contactsOn = (
  contacts: readonly ListedContact[],
  chain: ContactChain,
): readonly ListedContact[] =>
  chain === 'all'
    ? contacts
    : contacts.filter(({ addresses }) => addresses.some((each) => each.chain === chain));

/** What of a contact is looked through. */
export const contactText = ({ id, name, note, addresses }: ListedContact): string =>
  [
    ...[name, note, id],
    ...addresses.flatMap(({ address, chain }) => [address, signingChain(chain).name]),
  ].join(' ');
