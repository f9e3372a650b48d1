import { expect, it } from 'vitest';
import { isInJournal, paymentsTo } from '#main/features/contacts/contact-history.ts';
import { accountOf, keyOf, sendChecked, unsignedOf } from '#test/chains/solana/token-payments.ts';
import { type ChainedLine, GENESIS, chain } from '#main/journal/line.ts';

const PAID = '0x3535353535353535353535353535353535353535';
const UNSIGNED =
  '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
const addresses = [
  { chain: 'TRANSACTION_TYPE_ETHEREUM' as const, address: PAID.toUpperCase().replace('0X', '0x') },
];
const line = chain(
  { profile: 'Local', publicKey: '', operation: 'save_contact', digest: 'd1', outcome: 'approved' },
  ...([7, '2026-11-24T12:00:00.000Z', GENESIS] as const),
);
const deed = { user: 'Maya Ortiz', credential: 'ops-laptop', atMs: 1 };
/** A journal of one line. */
const journalOf = (kept: ChainedLine) => ({
  list: (before: number | null) => Promise.resolve(before === null || kept.number < before ? [kept] : []),
});

it('finds the line of an act in the journal; of lists of earlier versions nothing is said', async () => {
  const { number, hash } = line;
  expect(await isInJournal(journalOf(line), { ...deed, line: { number, hash } })).toBe(true);
  expect(await isInJournal(journalOf(line), deed)).toBeNull();
  expect(await isInJournal(journalOf(line), null)).toBeNull();
});

it('attack: a journal that was begun anew has another line of that number', async () => {
  const { number, hash } = line;
  const other = chain({ ...line, digest: 'd2' }, number, line.time, GENESIS);
  expect(await isInJournal(journalOf(other), { ...deed, line: { number, hash } })).toBe(false);
  expect(await isInJournal(journalOf(line), { ...deed, line: { number: 9, hash } })).toBe(false);
  expect(await isInJournal(journalOf(line), { ...deed, line: { number: 3, hash } })).toBe(false);
});

it('tells the last three payments to any of the addresses, and nothing of what can’t be read', async () => {
  const activity = (id: string, unsignedTransaction: string) => ({
    ...{ id, status: 'ACTIVITY_STATUS_COMPLETED', createdAt: { seconds: '1700000000', nanos: '0' } },
    intent: {
      signTransactionIntentV2: { signWith: PAID, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
    },
  });
  const activities = [
    activity('unread', '0x1234'),
    activity('other', UNSIGNED.replaceAll('35', '36')),
    ...['a', 'b', 'c', 'd'].map((id) => activity(id, UNSIGNED)),
  ];
  const ask = (() => Promise.resolve({ activities })) as unknown as Parameters<typeof paymentsTo>[1];
  const payments = await paymentsTo({ addresses }, ask);
  expect(payments.map(({ activityId }) => activityId)).toEqual(['a', 'b', 'c']);
  expect(payments[0]).toMatchObject({
    amount: '1 ETH',
    network: 'Ethereum mainnet',
    atMs: 1_700_000_000_000,
  });
});

it('tells a payment to the contact’s token account, and none to somebody else’s', async () => {
  const activity = (id: string, owner: number) => ({
    ...{ id, status: 'ACTIVITY_STATUS_COMPLETED', createdAt: { seconds: '1700000000', nanos: '0' } },
    intent: {
      signTransactionIntentV2: {
        signWith: PAID,
        unsignedTransaction: unsignedOf(sendChecked(accountOf(keyOf(owner)))),
        type: 'TRANSACTION_TYPE_SOLANA',
      },
    },
  });
  const activities = [activity('theirs', 2), activity('other', 3)];
  const ask = (() => Promise.resolve({ activities })) as unknown as Parameters<typeof paymentsTo>[1];
  const solana = [{ chain: 'TRANSACTION_TYPE_SOLANA' as const, address: keyOf(2).toBase58() }];
  const payments = await paymentsTo({ addresses: solana }, ask);
  expect(payments).toMatchObject([{ activityId: 'theirs', amount: '1.50 USDC', network: 'Solana' }]);
});
