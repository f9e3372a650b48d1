import { expect, it } from 'vitest';
import { contactsAmong, searchWordsOf } from '#main/features/activities/row-words.ts';
import { transactionLine } from '#main/features/previews/transaction-line.ts';
import { OWNER, RECEIVER, tronRaw } from '#test/chains/tron/unsigned.ts';
import { addressOf } from '#test/fixtures/batch-files.ts';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const line = (addresses: readonly string[], memos: readonly string[] = []) => ({
  ...{ title: 'Send', recipients: addresses, addresses, memos },
});
const [acme, other] = [addressOf(1), addressOf(2)];
const nameOf = (address: string) => (address === acme ? 'Acme GmbH' : undefined);

it('has each address whole, its contact’s name behind it, then the memos', () => {
  expect(searchWordsOf(line([acme, other], ['Invoice 7']), nameOf)).toBe(
    `${acme} Acme GmbH ${other} Invoice 7`,
  );
  expect(searchWordsOf(line([]))).toBe('');
});

it('attack: a memo with bidi characters, so that nobody finds it by what it shows', () => {
  const memo = 'pay \u202einv\u200boice\n7\u2066';
  const unsignedTransaction = tronRaw(
    'TransferContract',
    { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 },
    undefined,
    memo,
  );
  const read = transactionLine({ signWith: 'key', unsignedTransaction, type: 'TRANSACTION_TYPE_TRON' });
  const words = searchWordsOf(read);
  expect(words).toBe(`${RECEIVER.text} “pay invoice 7”`);
  expect(searchWordsOf(line([], [memo]))).toBe('pay invoice 7');
  // As a reading of Solana writes them.
  expect(searchWordsOf(line([], ['in\\u{202e}voice\\u{a}7']))).toBe('invoice 7');
});

it('attack: a contact’s name with bidi characters', () => {
  const words = searchWordsOf(line([acme]), () => 'Ac\u202eme\u0000 GmbH');
  expect(words).toBe(`${acme} Acme GmbH`);
  expect(contactsAmong([acme], () => 'Ac\u202eme')).toEqual(['Ac[U+202E]me']);
});

it.each(['[U+FFFFFF]', '[U+0041]', '\\u{ffffff}', '\\u{d800}'])(
  'attack: the memo %j, which stands for no unseen character',
  (memo) => {
    expect(searchWordsOf(line([], [memo]))).toBe(memo);
  },
);

it('attack: a memo of any length, which would push the recipient out or fill the list', () => {
  const words = searchWordsOf(line([acme], ['😀'.repeat(10_000)]), nameOf);
  expect(words.length).toBeLessThanOrEqual(500);
  expect(words.startsWith(`${acme} Acme GmbH 😀`)).toBe(true);
  expect(/\p{Cs}/u.test(words)).toBe(false);
  expect(UNSEEN.test(words)).toBe(false);
});

it('names each contact once', () => {
  expect(contactsAmong([acme, other, acme], nameOf)).toEqual(['Acme GmbH']);
  expect(contactsAmong([acme])).toEqual([]);
});
