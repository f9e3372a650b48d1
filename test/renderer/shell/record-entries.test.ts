import { expect, it } from 'vitest';
import type { KnownRecords } from '#renderer/shell/known-records.ts';
import { useNavigation } from '#renderer/navigation/navigation.ts';
import { readNewWalletFocus } from '#renderer/features/wallets/new-wallet-focus.ts';
import { actionGroups, foundGroups, recordGroups } from '#renderer/shell/record-entries.ts';
import { activityRows } from '../fake-data.ts';

const PAID = '0x5E2fA1b2c3D4e5F60718293a4b5c6d7E8f9B7a6c';
const [first, ...others] = activityRows;
const known = {
  ...{ wallets: [], keys: [], accounts: [], contacts: [], people: [], policies: [] },
  activities: [{ ...first, words: `${PAID} Acme GmbH Invoice 7` }, ...others],
} as unknown as KnownRecords;

it.each([
  ['the whole address of a recipient', PAID],
  ['a part of it that the title leaves out', PAID.slice(12, 24).toLowerCase()],
  ['a contact’s name', 'acme gmbh'],
  ['a memo', 'invoice 7'],
])('finds an activity by %s', (_what, words) => {
  const [group, ...more] = recordGroups(known, words);
  expect(group?.entries.map(({ id }) => id)).toEqual([`activity:${first?.id}`]);
  expect(more).toEqual([]);
});

it('finds no activity by an address that is in none', () => {
  expect(recordGroups(known, `0x${'77'.repeat(20)}`)).toEqual([]);
});

it.each([
  ['create wallet Payroll', 'Payroll'],
  ['  New a wallet  Ops / EU 100% ', 'Ops / EU 100%'],
])('offers the wallet that is typed: %s', (words, name) => {
  const [entry, ...more] = actionGroups(known, words).flatMap(({ entries }) => entries);
  expect(entry?.label).toBe(`Create wallet “${name}”`);
  expect(more).toEqual([]);
  entry?.run();
  const { screen, focus } = useNavigation.getState();
  expect([screen, readNewWalletFocus(focus)]).toEqual(['wallets', name]);
  // It names no record of a list.
  expect(focus).not.toContain('/');
});

it.each([
  ['send acme', 'send-to:c1'],
  ['PAY  acme', 'send-to:c1'],
  ['back up treasury', 'export:k1'],
  ['create wallet Acme', 'new-wallet'],
  // A name alone, and a verb that nothing follows, are looked for among what is known.
  ['acme', 'contact:c1'],
  ['send', `activity:${first?.id}`],
])('Enter takes what is asked for, beside an earlier payment: %s', (words, id) => {
  const paid = { ...first, title: 'Send 1 ETH to Acme', words: 'pay back up treasury create wallet Acme' };
  const acme = { id: 'c1', name: 'Acme', note: '', addresses: [] };
  const treasury = { privateKeyId: 'k1', privateKeyName: 'Treasury', curve: 'CURVE_P256', addresses: [] };
  const all = { ...known, activities: [paid], contacts: [acme], keys: [treasury] } as unknown as KnownRecords;
  const [entry] = foundGroups(all, [], words).flatMap(({ entries }) => entries);
  expect(entry?.id).toBe(id);
});

it.each(['create wallet', 'create wallet  ', 'wallet Payroll', `create wallet ${'x'.repeat(256)}`])(
  'offers no wallet for %s',
  (words) => {
    expect(actionGroups(known, words)).toEqual([]);
  },
);
