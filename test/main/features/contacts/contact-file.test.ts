// Contacts that go from one console to another as a signed file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Book, EMPTY_BOOK } from '#main/features/contacts/contact-book.ts';
import { CONTACT_FILE, originOf, planImport } from '#main/features/contacts/contact-file.ts';
import type { ContactEntry, ContactList, ImportedContacts } from '#preload/contract/contacts.ts';
import { writeSigned } from '#protocol/signed-file.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService, freshSigner } from '#test/fixtures/local-service.ts';
import type { RunningConsole } from '#test/fixtures/running-console.ts';

const hex = (byte: string): string => `0x${byte.repeat(20)}`;
const entry = (name: string, ...addresses: string[]): ContactEntry => ({
  name,
  note: '',
  addresses: addresses.map((address) => ({ chain: 'TRANSACTION_TYPE_ETHEREUM', address })),
});
const deed = { user: 'Maya', credential: 'desk', atMs: 1 };
const bookOf = (...entries: ContactEntry[]): Book => ({
  ...EMPTY_BOOK,
  contacts: entries.map((each) => ({ ...each, id: each.name, added: deed, changed: null })),
});

describe('what a file adds', () => {
  it('is what is new, and nothing that is here under its name or with its address', () => {
    const book = bookOf(entry('Acme', hex('a1')), entry('Cobalt', hex('c1')));
    const plan = planImport(book, [
      entry('ACME', hex('A1').replace('0X', '0x')),
      entry('Cobalt', hex('ee')),
      entry('Acme Ltd', hex('a1')),
      entry('Delta', hex('d1')),
      entry('delta', hex('d2')),
    ]);
    expect(plan).toEqual({
      added: [entry('Delta', hex('d1'))],
      same: 1,
      left: [
        { name: 'Cobalt', why: 'name' },
        { name: 'Acme Ltd', why: 'address' },
        { name: 'delta', why: 'name' },
      ],
    });
  });

  it('attack: is no contact whose name has characters that can’t be seen', () => {
    const plan = planImport(bookOf(entry('Acme', hex('a1')), entry('Old\u200b', hex('b1'))), [
      entry('Acme\u200b', hex('dd')),
      entry('\u202eemcA', hex('ee')),
      entry('Old\u200b', hex('b1')),
    ]);
    expect(plan).toEqual({
      added: [],
      same: 1,
      left: [
        { name: 'Acme[U+200B]', why: 'unseen' },
        { name: '[U+202E]emcA', why: 'unseen' },
      ],
    });
  });

  it('gives no name and no address to two, whatever the file says', () => {
    const entries = fc.array(
      fc
        .record({
          name: fc.constantFrom('a', 'A', 'b', 'c', 'ａ'),
          at: fc.array(fc.constantFrom('a1', 'b1', 'c1'), { minLength: 1, maxLength: 2 }),
        })
        .map(({ name, at }) => entry(name, ...[...new Set(at)].map(hex))),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(entries, (given) => {
        const book = bookOf(entry('a', hex('a1')));
        const { added, same, left } = planImport(book, given);
        expect(added.length + same + left.length).toBe(given.length);
        const all = [...book.contacts, ...added];
        const names = all.map(({ name }) => name.normalize('NFKC').toLowerCase());
        const addresses = all.flatMap((each) => each.addresses.map(({ address }) => address));
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(addresses).size).toBe(addresses.length);
        expect(planImport(bookOf(...all), given).added).toEqual([]);
      }),
    );
  });
});

describe('where a file comes from', () => {
  const savedAt = '2025-11-24T10:00:00.000Z';
  const own = { organizationId: 'one' };
  it.each([
    ['its own organization', 'one', own, null],
    ['attack: another organization', 'other', own, 'other'],
    ['attack: an organization where the profile has none', 'other', { organizationId: null }, 'other'],
    ['a console without an organization', '', own, null],
  ])('is told of %s', (_, organizationId, profile, otherOrganization) => {
    const origin = originOf({ organizationId, savedAt }, profile, Date.parse(savedAt));
    expect(origin).toEqual({ otherOrganization, oldDay: null });
  });

  it.each([
    ['2026-11-24T10:00:00.000Z', null],
    ['2026-11-24T10:00:00.001Z', '2025-11-24'],
  ])('at %s is old: %s', (now, oldDay) => {
    expect(originOf({ organizationId: 'one', savedAt }, own, Date.parse(now)).oldDay).toBe(oldDay);
  });
});

describe('contacts of one console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-contacts-'));
  let service: LocalService;
  let one: Awaited<ReturnType<typeof runOnWorld>>;
  let other: Awaited<ReturnType<typeof runOnWorld>>;
  beforeAll(async () => {
    service = await LocalService.start();
    one = await runOnWorld(service);
    other = await runOnWorld(service);
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const asked = async (
    running: RunningConsole,
    call: string,
    input: unknown,
    decision: 'approve' | 'deny' = 'approve',
  ) => {
    const [view, answer] = await Promise.all([
      decideNext(running, decision),
      running.call(call, input).then(
        (value) => ({ value, code: '' }),
        (error: unknown) => ({ value: null, code: (error as { code: string }).code }),
      ),
    ]);
    return { view, ...answer };
  };
  const add = (running: RunningConsole, each: ContactEntry) =>
    asked(running, 'contacts.save', { ...each, id: null });
  let files = 0;
  const fileOf = (text: string): { path: string } => {
    const path = join(folder, `${(files += 1)}.contacts.json`);
    writeFileSync(path, text);
    return { path };
  };
  const ordinary = () => ({
    ...{ organizationId: '', profile: 'Test', savedAt: new Date().toISOString() },
    savedBy: { user: 'Maya', credential: 'desk' },
  });
  const signedBy = (signer: ReturnType<typeof freshSigner>, ...contacts: ContactEntry[]): { path: string } =>
    fileOf(writeSigned(CONTACT_FILE, { ...ordinary(), contacts }, signer));
  const codesOf = ({ view }: { view: { preview: { warnings: readonly { code: string }[] } } }): string[] =>
    view.preview.warnings.map(({ code }) => code);
  const namesOf = async (): Promise<string[]> =>
    (await other.running.call<ContactList>('contacts.list')).contacts.map(({ name }) => name);

  it('are another’s once they are approved there, with who signed them', async () => {
    await add(one.running, { ...entry('Acme', hex('a1'), hex('a2')), note: 'Confirmed by phone.' });
    await add(one.running, entry('Cobalt', hex('c1')));
    const saved = await asked(one.running, 'contacts.saveFile', undefined);
    expect(saved.value).toMatchObject({ count: 2 });
    expect(saved.view.preview.sentence[0]?.value).toBe('Sign a file with 2 contacts, for another console.');
    const { name, text } = one.running.host.saved.at(-1) ?? { name: '', text: '' };
    expect(name).toMatch(/^contacts-\d{4}-\d{2}-\d{2}\.contacts\.json$/);
    await add(other.running, entry('Cobalt', hex('cc')));

    const denied = await asked(other.running, 'contacts.importFile', fileOf(text), 'deny');
    expect([denied.code, await namesOf()]).toEqual(['ACTION_DENIED', ['Cobalt']]);
    const taken = await asked(other.running, 'contacts.importFile', fileOf(text));
    expect(taken.value).toMatchObject({ added: 1, same: 0, left: [{ name: 'Cobalt', why: 'name' }] });
    const facts = taken.view.preview.facts.map(({ label, value }) => `${label}: ${value}`);
    expect(facts).toEqual(
      expect.arrayContaining([
        'Contact: Acme',
        expect.stringMatching(/^Ethereum address: 0x[aA]1/),
        'Note: Confirmed by phone.',
        `Key: ${one.publicKey}`,
      ]),
    );
    expect(facts[0]).not.toBe('Signed by: Unknown');
    expect(codesOf(taken)).toEqual(['CONTACTS_LEFT_OUT']);
    expect(await namesOf()).toEqual(['Acme', 'Cobalt']);
    // A second time there is nothing to approve.
    const again = await other.running.call<ImportedContacts>('contacts.importFile', fileOf(text));
    expect(again).toMatchObject({ added: 0, same: 1 });
    const changed = text.replace(/0x[aA]1[^"]*/, hex('ee'));
    await expect(other.running.call('contacts.importFile', fileOf(changed))).rejects.toMatchObject({
      code: 'SIGNED_FILE_INVALID',
    });
  });

  it('attack: a file of a stranger’s is a danger, as is an address in it that looks like a known one', async () => {
    const stranger = await asked(
      other.running,
      'contacts.importFile',
      signedBy(freshSigner(), entry('Zeta', hex('99')), entry('Zeta 2', `0x9999${'11'.repeat(16)}9999`)),
      'deny',
    );
    expect(codesOf(stranger)).toEqual([
      'CONTACT_FILE_STRANGER',
      'CONTACT_LOOKS_ALIKE',
      'CONTACT_LOOKS_ALIKE',
    ]);
    const alike = await asked(
      other.running,
      'contacts.importFile',
      signedBy(freshSigner(), entry('Amce', `0xa1a1${'22'.repeat(16)}a1a1`)),
      'deny',
    );
    expect(codesOf(alike)).toEqual(['CONTACT_FILE_STRANGER', 'CONTACT_LOOKS_ALIKE']);
  });

  it('attack: a file takes no contact’s name to another address', async () => {
    const before = await other.running.call<ContactList>('contacts.list');
    const file = signedBy(service.root, entry('Acme', hex('66')), entry('Other', hex('a2')));
    const { added, left } = await other.running.call<ImportedContacts>('contacts.importFile', file);
    expect([added, left.map(({ why }) => why)]).toEqual([0, ['name', 'address']]);
    expect(await other.running.call('contacts.list')).toEqual(before);
  });

  it('attack: a signed file brings a namesake in letters of another script, and contacts of another organization', async () => {
    const content = {
      ...{ ...ordinary(), organizationId: 'another-organization', savedAt: '2020-01-01T00:00:00.000Z' },
      contacts: [entry('\u0410cme', hex('ee')), entry('Acme\u200b', hex('dd'))],
    };
    const { view } = await asked(
      other.running,
      'contacts.importFile',
      fileOf(writeSigned(CONTACT_FILE, content, service.root)),
      'deny',
    );
    expect(view.preview.warnings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'danger CONTACT_NAME_LOOKS_ALIKE',
      'danger MIXED_SCRIPTS',
      'caution CONTACT_FILE_OTHER_ORGANIZATION',
      'caution CONTACT_FILE_OLD',
      'caution CONTACT_NAMES_UNSEEN',
    ]);
    const texts = view.preview.warnings.map(({ text }) => text);
    expect(texts[0]).toContain('“\u0410cme” can be taken for your contact “Acme”');
    expect(texts[2]).toContain('another-organization');
    expect(texts[3]).toContain('saved on 2020-01-01');
    expect(texts[4]).toContain('“Acme[U+200B]”');
  });

  it('comes in parts that can be looked at where a file is long, each approved for itself', async () => {
    const many = Array.from({ length: 201 }, (_, n) =>
      entry(`Name ${n}`, `0x${n.toString(16).padStart(4, '0')}${'ab'.repeat(18)}`),
    );
    const file = signedBy(service.root, ...many);
    const first = await asked(other.running, 'contacts.importFile', file, 'approve');
    const facts = first.view.preview.facts.filter(({ label }) => label === 'Contact');
    expect(facts).toHaveLength(200);
    expect(first.view.preview.facts).toContainEqual(
      expect.objectContaining({ label: 'Not in this import', value: '1 more of the file' }) as unknown,
    );
    expect(first.value).toMatchObject({ added: 200, later: 1 });
    const second = await asked(other.running, 'contacts.importFile', file, 'approve');
    expect(second.value).toMatchObject({ added: 1, later: 0, same: 200 });
  });

  it('refuses a file with an invalid address', async () => {
    await expect(
      other.running.call('contacts.importFile', signedBy(service.root, entry('Bad', '0x12'))),
    ).rejects.toMatchObject({ code: expect.stringMatching(/ADDRESS/) as string });
  });
});
