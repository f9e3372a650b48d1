// Names of contacts that can be taken for another one's.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ContactList } from '#preload/contract/contacts.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const hex = (byte: string): string => `0x${byte.repeat(20)}`;
const CHAIN = 'TRANSACTION_TYPE_ETHEREUM';
const entry = (name: string, byte: string, id: string | null = null) => ({
  ...{ id, name, note: '' },
  addresses: [{ chain: CHAIN, address: hex(byte) }],
});
const ALIKE = 'CONTACT_NAME_LOOKS_ALIKE';

let service: LocalService;
let keychain: ReturnType<typeof memoryKeychain>;
let world: Awaited<ReturnType<typeof runOnWorld>>;
beforeEach(async () => {
  service = await LocalService.start();
  keychain = memoryKeychain();
  world = await runOnWorld(service, { keychain });
});
afterEach(async () => {
  await world.stop();
  await service.stop();
});

const save = async (contact: ReturnType<typeof entry>) => {
  const saved = world.running.call<ContactList>('contacts.save', contact);
  const [view, list] = await Promise.all([decideNext(world.running, 'approve'), saved]);
  return { warnings: view.preview.warnings, contacts: list.contacts };
};

it.each([
  ['a Cyrillic letter', '\u0410cme', [ALIKE, 'MIXED_SCRIPTS']],
  [
    'letters of another script where one has its like',
    '\u0410\u0421\u041c\u0415',
    [ALIKE, 'LOOK_ALIKE_TEXT'],
  ],
  ['other spaces', 'A C M E', [ALIKE]],
  ['two letters like one', 'Acrne', [ALIKE]],
])('attack: a name with %s is a danger that names the contact it looks like', async (_, twin, codes) => {
  const first = await save(entry('Acme', 'a1'));
  expect(first.warnings).toEqual([]);
  const { warnings } = await save(entry(twin, 'ee'));
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  expect(warnings[0]).toMatchObject({
    severity: 'danger',
    text: expect.stringContaining(`“${twin}” can be taken for your contact “Acme”`) as string,
  });
});

it('attack: a change of name is compared with every other contact, and not with itself', async () => {
  await save(entry('Acme', 'a1'));
  const { contacts } = await save(entry('Cobalt', 'c1'));
  const id = contacts.find(({ name }) => name === 'Cobalt')?.id ?? '';
  expect((await save(entry('Co-balt', 'c1', id))).warnings).toEqual([]);
  expect((await save(entry('Ac-me', 'c1', id))).warnings).toMatchObject([{ code: ALIKE }]);
});

it.each([
  ['a character without width', 'Acme\u200b', 'Acme[U+200B]'],
  ['a turned direction', '\u202eemcA', '[U+202E]emcA'],
  ['a line break', 'Acme\nLtd', 'Acme[U+000A]Ltd'],
])('attack: a name with %s is refused before anybody is asked', async (_, name, shown) => {
  await expect(world.running.call('contacts.save', entry(name, 'ee'))).rejects.toMatchObject({
    code: 'CONTACT_NAME_UNSEEN',
    message: `The name “${shown}” has characters that can’t be seen.`,
    remedy: 'Type the name instead of pasting it.',
  });
  expect(world.running.host.approvalShown).toBe(false);
});

it('reads and deletes a contact of an earlier version whose name can’t be seen in full', async () => {
  const added = { user: 'Maya', credential: 'desk', atMs: 1 };
  const kept = { ...entry('Acme\u200b', 'a1', 'old'), added, changed: null };
  const content = JSON.stringify({ contacts: [kept], contactsOnly: false });
  const database = new DatabaseSync(join(world.dataFolder, 'console.db'));
  database.prepare('insert into contact_book (profile_id, content) values (?, ?)').run('world', content);
  database.close();
  keychain.items.set('contacts:world', sha256Hex(toUtf8(JSON.stringify(['world', content]))));

  const { contacts } = await world.running.call<ContactList>('contacts.list');
  expect(contacts.map(({ name }) => name)).toEqual(['Acme\u200b']);
  expect((await save(entry('Acme', 'ee'))).warnings).toMatchObject([
    { code: ALIKE, text: expect.stringContaining('“Acme[U+200B]”') as string },
  ]);
  const removed = world.running.call<ContactList>('contacts.remove', { id: 'old' });
  const [view, after] = await Promise.all([decideNext(world.running, 'approve'), removed]);
  expect(view.preview.sentence[0]?.value).toBe('Delete the contact “Acme[U+200B]”.');
  expect(after.contacts.map(({ name }) => name)).toEqual(['Acme']);
});
