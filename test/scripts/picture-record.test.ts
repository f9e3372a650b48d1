import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences, recordOf, withRecord } from '#scripts/picture-record.mjs';
import { maskText } from '../fixtures/mask-text.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RECORD = [
  '1280x800 light, tokens 0123456789ab',
  '240 90 | h1 16/620 Contacts',
  '687 129 | button 13/560 [user-plus] New contact',
  '857 372 | dd 13/400 ‹hex›',
  '248 568 cut | cell 13/400 Brightline Logistics',
].join('\n');

test('a picture says what it shows, whatever that is', () => {
  expect(recordOf(PIXEL)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const said = withRecord(PIXEL, text);
      expect(recordOf(said)).toBe(text);
      // All else is as it was, and the new chunk's checksum is that of its type and data.
      expect(said.length).toBe(PIXEL.length + said.readUInt32BE(33) + 12);
      expect(said.subarray(0, 33).equals(PIXEL.subarray(0, 33))).toBe(true);
      expect(said.subarray(-(PIXEL.length - 33)).equals(PIXEL.subarray(33))).toBe(true);
    }),
  );
});

test('reads a record that another writer of PNG files would write', () => {
  const other = withRecord(PIXEL, 'one');
  const data = deflateSync(Buffer.from('one'), { level: 0 });
  expect(recordOf(other)).toBe('one');
  expect(other.subarray(33).includes(data.subarray(-4))).toBe(true);
  expect(() => recordOf(Buffer.from('GIF89a'))).toThrow('not a PNG');
});

test('the same page has no differences, also where what stands beside a box is longer, or an edge cuts', () => {
  expect(differences(RECORD, RECORD)).toEqual([]);
  const moved = RECORD.replace('687 129', '671 135').replace('857 372', '857 290');
  expect(differences(RECORD, moved)).toEqual([]);
  expect(differences(RECORD, RECORD.split('\n').slice(0, -1).join('\n'))).toEqual([]);
  expect(differences(RECORD.split('\n').slice(0, -1).join('\n'), RECORD)).toEqual([]);
});

test.each([
  [
    'a word',
    'New contact',
    'Add contact',
    ['- button 13/560 [user-plus] New contact', '+ button 13/560 [user-plus] Add contact'],
  ],
  [
    'an icon',
    '[user-plus]',
    '[plus]',
    ['- button 13/560 [user-plus] New contact', '+ button 13/560 [plus] New contact'],
  ],
  ['the size of letters', '16/620', '22/620', ['- h1 16/620 Contacts', '+ h1 22/620 Contacts']],
  [
    'a place',
    '687 129',
    '248 129',
    ['~ button 13/560 [user-plus] New contact (x 687 to 248, width 129 to 129)'],
  ],
  [
    'a width',
    '687 129',
    '687 329',
    ['~ button 13/560 [user-plus] New contact (x 687 to 687, width 129 to 329)'],
  ],
  [
    'a color of the design',
    '0123456789ab',
    'ba9876543210',
    ['- 1280x800 light, tokens 0123456789ab', '+ 1280x800 light, tokens ba9876543210'],
  ],
  [
    'a state',
    'button 13',
    'button [disabled] 13',
    ['- button 13/560 [user-plus] New contact', '+ button [disabled] 13/560 [user-plus] New contact'],
  ],
])('a picture is stale where %s is another', (_, from, to, told) => {
  expect(differences(RECORD, RECORD.replace(from, to))).toEqual(told);
});

test('a picture is stale where a line is gone, a new one stands, or two have changed places', () => {
  const [size = '', title = '', ...rest] = RECORD.split('\n');
  expect(differences(RECORD, [size, ...rest].join('\n'))).toEqual(['- h1 16/620 Contacts']);
  expect(differences([size, ...rest].join('\n'), RECORD)).toEqual(['+ h1 16/620 Contacts']);
  expect(differences(RECORD, [title, size, ...rest].join('\n'))).toHaveLength(2);
});

test.each([
  ['Added 24 Nov 2026, 16:00 UTC with ops', 'Added ‹day› ‹time› with ops'],
  ['Cancels automatically in 118 seconds', 'Cancels automatically in ‹duration›'],
  ['Service at 127.0.0.1:44671', 'Service at ‹host›'],
  ['Journal: 1,204 lines, verified', 'Journal: ‹count› lines, verified'],
  ['with ops · journal line 1,204', 'with ops · journal line ‹count›'],
  ['9 9 | button 11/560 Clock is 14 s off', '9 9 | span 11/400 ‹clock›'],
  ['9 9 | span 11/400 Clock within 0.1 s', '9 9 | span 11/400 ‹clock›'],
  ['strong 12/600 9 of 11 parts', 'strong 12/600 ‹count› parts'],
  ['span 12/400 03eb7d3701bc…', 'span 12/400 ‹hex›'],
  ['span 12/400 1fec', 'span 12/400 ‹hex›'],
  ['1 2 | li 12/400 verdict', '1 2 | li 12/400 ‹word›'],
  ['1 2 | dd 13/400 17', '1 2 | dd 13/400 ‹count›'],
  ['Valid until 1795634503', 'Valid until ‹time›'],
  ['Ada Lovelace (ceremony 18ec8651)', 'Ada Lovelace (ceremony ‹hex›)'],
  ['/tmp/keyops-e2e-j3OR8E', '‹folder›/keyops-e2e'],
  ['The page that opened there shows the code CFW-AQ3.', 'The page that opened there shows the code ‹code›.'],
  ['/tmp/keyops-payments-tx2ReG/vendors.csv', '‹folder›/vendors.csv'],
  ['0x1bD939Ec F56eD246 C5F5c019 1E690D59 A2806122', '‹hex›'],
  ['Send 2.5 ETH to 0xABaB…BABaB', 'Send 2.5 ETH to ‹hex›'],
  ['3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4', '‹code›'],
  ['dd 13/400 TGXRHiSysKxkXwuBneAKXMJAyKJpEhHTTD', 'dd 13/400 ‹code›'],
  ["user.id == '502df0ee-a214-4b2a-bb25-93a8e50b1111'", "user.id == '‹id›'"],
])('what is another on every run is masked: %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test('an address is masked, whatever letters it has', () => {
  const letters = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
  const some = fc.array(fc.constantFrom(...letters), { minLength: 26, maxLength: 44 });
  fc.assert(
    fc.property(some, (drawn) => {
      const address = `${drawn.join('').slice(0, -2)}aB`;
      expect(maskText(`dd 13/400 ${address}`)).toBe('dd 13/400 ‹code›');
    }),
    { numRuns: 2000 },
  );
});

test('what the guide’s pictures say they show is as the masks leave it', () => {
  const guide = join(import.meta.dirname, '../../docs/guide');
  for (const name of readdirSync(guide).filter((each) => each.endsWith('.png'))) {
    const [, ...lines] = recordOf(readFileSync(join(guide, name)))?.split('\n') ?? [];
    expect(lines.length, name).toBeGreaterThan(0);
    for (const line of lines) expect(maskText(line), name).toBe(line);
  }
});

test.each([
  'Sign and send 62 requests: 60 payments of 5.98 ETH to 50 addresses',
  'To continue, view all 5 pages and tick the box.',
  'The number of transactions that the account has sent: eth_getTransactionCount of a node.',
  'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
  'EnableEmbeddedAsarIntegrityValidation',
  'and/or',
])('words and amounts are compared as they are: %s', (text) => {
  expect(maskText(text)).toBe(text);
});
