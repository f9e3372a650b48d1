// Contacts of a real console: approved, kept, named in the preview, and refused where the database was written.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchLine, BatchRead } from '#preload/contract/batches.ts';
import type { ContactHistory, ContactList } from '#preload/contract/contacts.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
const UNSIGNED =
  '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
const PAID = '0x3535353535353535353535353535353535353535';
const ALIKE = '0x3535111111111111111111111111111111113535';
const entry = (name: string, address: string) => ({
  id: null,
  name,
  note: 'Confirmed by phone.',
  addresses: [{ chain: 'TRANSACTION_TYPE_ETHEREUM', address }],
});

describe.skipIf(missing !== null)(`contacts (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let signWith: string;

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole(place);
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
    const creation = await running.prepare('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'treasury',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    const created = (await running.review(creation, 'approve')) as Extract<Outcome, { state: 'completed' }>;
    signWith =
      (created.result as { privateKeys: { privateKeyId: string }[] }).privateKeys[0]?.privateKeyId ?? '';
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const change = async (name: string, input: unknown, decision: 'approve' | 'deny' = 'approve') => {
    const asked = running.call<ContactList>(name, input);
    const [view, list] = await Promise.all([
      decideNext(running, decision),
      asked.then(
        (value) => ({ value, code: '' }),
        (error: unknown) => ({ value: null, code: (error as { code: string }).code }),
      ),
    ]);
    return { view, ...list };
  };
  const sign = (): Promise<Preview> =>
    running.prepare('sign_transaction', {
      signWith,
      unsignedTransaction: UNSIGNED,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
  const codes = ({ warnings }: Preview): string[] => warnings.map(({ code }) => code);

  it('is nobody where the operator denies, and one with its journal line where they approve', async () => {
    const denied = await change('contacts.save', entry('Brightline', PAID), 'deny');
    expect(denied.code).toBe('ACTION_DENIED');
    expect((await running.call<ContactList>('contacts.list')).contacts).toEqual([]);

    const { view, value } = await change('contacts.save', entry('Brightline', PAID));
    expect(view.preview.facts).toContainEqual({ label: 'Ethereum address', value: PAID, kind: 'address' });
    expect(value?.contacts).toMatchObject([
      { name: 'Brightline', added: { credential: 'Laptop' }, changed: null, lastPaidMs: null },
    ]);
    const lines = await running.call<JournalLine[]>('journal.list', { before: null, limit: 10 });
    expect(lines[0]).toMatchObject({ operation: 'save_contact', subject: `contact “Brightline”: ${PAID}` });
  });

  it('attack: an address that looks like a contact’s is a danger on the card that adds it', async () => {
    const { view, code } = await change('contacts.save', entry('Brightline Ltd', ALIKE), 'deny');
    expect(view.preview.warnings).toMatchObject([{ code: 'CONTACT_LOOKS_ALIKE', severity: 'danger' }]);
    expect(code).toBe('ACTION_DENIED');
  });

  it.each([
    ['the name of another one', entry('BRIGHTLINE', ALIKE), 'CONTACT_NAME_TAKEN'],
    ['the address of another one', entry('Other', PAID), 'CONTACT_ADDRESS_TAKEN'],
    ['an address that is none', entry('Other', '0x35'), 'ADDRESS_INVALID'],
    ['an address of another chain', entry('Other', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'), 'ADDRESS_INVALID'],
  ])('refuses %s before anybody is asked', async (_, contact, code) => {
    await expect(running.call('contacts.save', contact)).rejects.toMatchObject({ code });
    expect(running.host.approvalShown).toBe(false);
  });

  it('is named in the preview of a payment, and paid by it', async () => {
    const preview = await sign();
    expect(preview.facts.find(({ value }) => value === PAID)?.note).toContain('contact “Brightline”');
    const outcome = await running.review(preview, 'approve');
    expect(outcome.state).toBe('completed');
    const [paid] = (await running.call<ContactList>('contacts.list')).contacts;
    expect(paid?.lastPaidMs).toEqual(expect.any(Number));
    const history = await running.call<ContactHistory>('contacts.history', { id: paid?.id });
    expect(history.lines).toEqual({ added: true, changed: null });
    expect(history.payments.map(({ amount, status }) => `${amount} ${status}`)).toEqual([
      '1 ETH ACTIVITY_STATUS_COMPLETED',
    ]);
  });

  it('is named in the rows of a batch that pays it', async () => {
    const path = join(place?.dataFolder ?? '', 'payouts.jsonl');
    const parameters = { signWith, unsignedTransaction: UNSIGNED, type: 'TRANSACTION_TYPE_ETHEREUM' };
    writeFileSync(path, `${JSON.stringify({ operation: 'sign_transaction', parameters })}\n`);
    const read = await running.call<BatchRead>('batches.read', { path, operation: null });
    if (read.state !== 'prepared') throw new Error(JSON.stringify(read));
    const { id } = read.set;
    const [row] = await running.call<BatchLine[]>('batches.lines', { id, after: -1, limit: 1 });
    expect(row?.sentence).toBe(`Send 1 ETH to ${PAID} (contact “Brightline”)`);
    await running.call('batches.discard', { id });
  });

  it('holds payments to the rule that contacts only are paid', async () => {
    await change('contacts.setContactsOnly', { isOn: true });
    expect(codes(await sign())).not.toContain('NOT_A_CONTACT');
    const [{ id } = { id: '' }] = (await running.call<ContactList>('contacts.list')).contacts;
    expect((await change('contacts.remove', { id })).value?.contacts).toEqual([]);
    const preview = await sign();
    expect(preview.warnings).toContainEqual(
      expect.objectContaining({ code: 'NOT_A_CONTACT', severity: 'danger' }) as unknown,
    );
    await change('contacts.save', entry('Brightline', PAID));
  });

  it('attack: a writer of the database turns the rule off, and adds an address of their own', async () => {
    if (place === undefined) throw new Error('There is no place.');
    await running.console.close();
    const database = new DatabaseSync(join(place.dataFolder, 'console.db'));
    const forged = { contacts: [], contactsOnly: false };
    database.prepare('UPDATE contact_book SET content = ?').run(JSON.stringify(forged));
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();

    running = await runConsole(place);
    await running.untilReady();
    await expect(running.call('contacts.list')).rejects.toMatchObject({ code: 'CONTACTS_CHANGED' });
    expect(codes(await sign())).toContain('CONTACTS_UNKNOWN');
    const { value } = await change('contacts.startOver', undefined);
    expect(value).toEqual({ contacts: [], contactsOnly: false });
    expect(codes(await sign())).not.toContain('CONTACTS_UNKNOWN');
  });
});
