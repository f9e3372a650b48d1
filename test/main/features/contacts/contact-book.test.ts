import { expect, it } from 'vitest';
import {
  type Book,
  EMPTY_BOOK,
  createContactBooks,
  knownContacts,
} from '#main/features/contacts/contact-book.ts';
import { spelled } from '#main/features/previews/module.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const deed = { user: 'Maya Ortiz', credential: 'ops-laptop', atMs: 1 };
const book = (name: string): Book => ({
  contactsOnly: true,
  contacts: [
    {
      id: name,
      name,
      note: '',
      addresses: [{ chain: 'TRANSACTION_TYPE_ETHEREUM', address: `0x${'a1'.repeat(20)}` }],
      added: deed,
      changed: null,
    },
  ],
});

/** A database that can be written from outside, and a keychain that survives a new start. */
function begin() {
  const rows = new Map<string, string>();
  const keychain = memoryKeychain();
  let failsNext = false;
  const store = {
    get: (id: string) => Promise.resolve(rows.get(id)),
    set: (id: string, content: string) => {
      if (failsNext) return Promise.reject(new Error('killed'));
      rows.set(id, content);
      return Promise.resolve();
    },
  };
  return {
    rows,
    keychain,
    start: () => createContactBooks(store, keychain),
    failNext: (fails: boolean) => (failsNext = fails),
  };
}

it('has none at first, and keeps what was changed over a start', async () => {
  const { start } = begin();
  const books = start();
  expect(await books.read('local')).toEqual(EMPTY_BOOK);
  await books.change('local', () => book('Brightline'));
  expect(await start().read('local')).toEqual(book('Brightline'));
  expect(await start().read('other')).toEqual(EMPTY_BOOK);
});

it.each<[string, (rows: Map<string, string>) => void]>([
  ['adds a contact', (rows) => rows.set('local', JSON.stringify(book('Mallory')))],
  [
    'turns the rule off',
    (rows) => rows.set('local', JSON.stringify({ ...book('Second'), contactsOnly: false })),
  ],
  ['empties the list', (rows) => rows.set('local', JSON.stringify(EMPTY_BOOK))],
  ['removes the row', (rows) => rows.delete('local')],
  ['brings back an earlier list', (rows) => rows.set('local', JSON.stringify(book('First')))],
  ['writes what is no list', (rows) => rows.set('local', 'nonsense')],
])('attack: a writer of the database %s', async (_, attack) => {
  const { rows, start } = begin();
  const books = start();
  await books.change('local', () => book('First'));
  await books.change('local', () => book('Second'));
  attack(rows);
  await expect(start().read('local')).rejects.toMatchObject({ code: 'CONTACTS_CHANGED' });
});

it('attack: the list of one profile is put in the place of another one’s', async () => {
  const { rows, start } = begin();
  const books = start();
  await books.change('local', () => book('Brightline'));
  await books.change('other', () => book('Mallory'));
  rows.set('local', rows.get('other') ?? '');
  await expect(start().read('local')).rejects.toMatchObject({ code: 'CONTACTS_CHANGED' });
});

it.each(['a first list', 'a later list'])(
  'loses nothing where the console is killed while it writes %s',
  async (which) => {
    const { start, failNext } = begin();
    const before = which === 'a first list' ? EMPTY_BOOK : book('First');
    const books = start();
    if (before !== EMPTY_BOOK) await books.change('local', () => before);
    failNext(true);
    await expect(books.change('local', () => book('Second'))).rejects.toThrow('killed');
    failNext(false);
    const next = start();
    expect(await next.read('local')).toEqual(before);
    await next.change('local', () => book('Third'));
    expect(await start().read('local')).toEqual(book('Third'));
  },
);

it('begins anew where the operator says so, and only the empty list counts then', async () => {
  const { rows, start } = begin();
  const books = start();
  await books.change('local', () => book('Brightline'));
  rows.set('local', JSON.stringify(book('Mallory')));
  const next = start();
  await expect(next.read('local')).rejects.toMatchObject({ code: 'CONTACTS_CHANGED' });
  expect(await next.startOver('local')).toEqual(EMPTY_BOOK);
  expect(await start().read('local')).toEqual(EMPTY_BOOK);
});

it('reads again after a lock, and makes one change after the other', async () => {
  const { rows, start } = begin();
  const books = start();
  const add = (name: string) =>
    books.change('local', (now) => ({ ...now, contacts: [...now.contacts, ...book(name).contacts] }));
  await Promise.all([add('First'), add('Second'), add('Third')]);
  expect((await books.read('local')).contacts.map(({ name }) => name)).toEqual(['First', 'Second', 'Third']);
  rows.delete('local');
  books.lock();
  await expect(books.read('local')).rejects.toMatchObject({ code: 'CONTACTS_CHANGED' });
});

it('finds a contact by its address in any spelling that means the same', () => {
  const known = knownContacts(book('Brightline'), spelled);
  expect(known.nameOf(`0x${'A1'.repeat(20)}`)).toBe('Brightline');
  expect(known.nameOf(`0x${'a2'.repeat(20)}`)).toBeUndefined();
});
