import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ContactList, ListedContact } from '#preload/contract/contacts.ts';
import { NOW_MS } from './fake-data.ts';

const by = { user: 'Maya Ortiz', credential: 'ops-laptop' };
const DAY_MS = 86_400_000;

/** Two contacts, one of whom was paid. */
export const knownContact: ListedContact = {
  id: '5d6f1f0a-1111-4a52-9f56-0d1f6a2b7c01',
  name: 'Brightline Logistics',
  note: 'Freight, net 30. Addresses confirmed by phone with Ana Ruiz.',
  addresses: [
    { chain: 'TRANSACTION_TYPE_ETHEREUM', address: '0x4B7Ea169aBA959124014D317E12e393a65C93d5e' },
    { chain: 'TRANSACTION_TYPE_SOLANA', address: '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4' },
  ],
  added: { ...by, atMs: NOW_MS - 90 * DAY_MS, line: { number: 871, hash: 'a1'.repeat(32) } },
  changed: {
    ...{ ...by, atMs: NOW_MS - 30 * DAY_MS, what: 'Solana address added' },
    line: { number: 1102, hash: 'b2'.repeat(32) },
  },
  lastPaidMs: NOW_MS - DAY_MS,
};

/** Contacts that are kept as the privileged side keeps them; nothing of them is approved here. */
export function fakeContacts(): Handlers<ConsoleContract>['contacts'] {
  let list: ContactList = {
    contacts: [
      knownContact,
      {
        ...knownContact,
        id: '5d6f1f0a-2222-4a52-9f56-0d1f6a2b7c02',
        name: 'Cobalt Cloud',
        note: '',
        addresses: [{ chain: 'TRANSACTION_TYPE_TRON', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }],
        changed: null,
        lastPaidMs: null,
      },
    ],
    contactsOnly: false,
  };
  const set = (next: ContactList): Promise<ContactList> => Promise.resolve((list = next));
  return {
    list: () => Promise.resolve(list),
    save: ({ id, ...entry }) => {
      const before = list.contacts.find((each) => each.id === id);
      const made = {
        ...entry,
        id: id ?? `contact-${list.contacts.length}`,
        added: { ...by, atMs: NOW_MS },
        changed: null,
        lastPaidMs: before?.lastPaidMs ?? null,
      };
      return set({ ...list, contacts: [...list.contacts.filter((each) => each !== before), made] });
    },
    history: ({ id }) =>
      Promise.resolve({
        lines: { added: true, changed: id === knownContact.id ? true : null },
        payments:
          id === knownContact.id
            ? [
                {
                  ...{ activityId: 'activity-paid', amount: '12,400.00 USDC', network: 'Ethereum mainnet' },
                  ...{ status: 'ACTIVITY_STATUS_COMPLETED', atMs: NOW_MS - DAY_MS },
                },
                {
                  ...{ activityId: 'activity-waits', amount: '0.25 ETH', network: 'Ethereum mainnet' },
                  ...{ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', atMs: NOW_MS - 30 * DAY_MS },
                },
              ]
            : [],
      }),
    remove: ({ id }) => set({ ...list, contacts: list.contacts.filter((each) => each.id !== id) }),
    setContactsOnly: ({ isOn }) => set({ ...list, contactsOnly: isOn }),
    saveFile: () =>
      Promise.resolve({ path: '/home/ops/contacts.contacts.json', count: list.contacts.length }),
    importFile: () => Promise.resolve({ list, added: 0, later: 0, same: list.contacts.length, left: [] }),
    startOver: () => set({ contacts: [], contactsOnly: false }),
  };
}
