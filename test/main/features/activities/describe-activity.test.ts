import { expect, it } from 'vitest';
import { rowOf } from '#main/features/activities/describe-activity.ts';
import { listRows } from '#main/features/activities/list-rows.ts';
import { rejectActivity } from '#protocol/catalogue/activities.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { BOB, bobKey, bodyOf, voteOf, waitingActivity } from './fake-activity.ts';

const payment = waitingActivity(signTransaction, transferParameters({ signWith: 'key', to: addressOf(3) }));
const rejection = voteOf(
  BOB,
  'Bob',
  bobKey,
  bodyOf(rejectActivity, { fingerprint: payment.fingerprint }),
  'VOTE_SELECTION_REJECTED',
);
const rejectionAsked = waitingActivity(rejectActivity, { fingerprint: payment.fingerprint });
const nameOf = (address: string) => (address.toLowerCase() === addressOf(3) ? 'Acme' : undefined);

it('counts rejections beside approvals', () => {
  const row = rowOf({ ...payment, votes: [...payment.votes, rejection] });
  expect([row.votes, row.rejections]).toEqual([1, 1]);
  expect(rowOf(payment).rejections).toBe(0);
});

it('calls contacts by their names in the rows of the list', async () => {
  const contacts = { addresses: [addressOf(3)], nameOf, contactsOnly: false, fault: null };
  const { rows } = await listRows(
    (() => Promise.resolve({ activities: [payment] })) as never,
    { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null, before: null, limit: 10 },
    {
      consensusOf: () => Promise.resolve(new Map()),
      contacts: () => Promise.resolve(contacts),
      objects: { forRequests: () => Promise.resolve(() => undefined) },
      references: (ids) => Promise.resolve(new Map(ids.map((id) => [id, 'INV-\u202e7']))),
    },
  );
  expect(rows.map(({ title }) => title)).toEqual(['Send 0.1 ETH to “Acme”']);
  expect(rows.map(({ words }) => words.toLowerCase())).toEqual([`${addressOf(3)} acme`]);
  expect(rows.map(({ reference }) => reference)).toEqual(['INV-[U+202E]7']);
  expect(rowOf(payment).reference).toBeNull();
  expect(rowOf(payment).title).toMatch(/^Send 0\.1 ETH to 0x5555…/);
});

it('says nothing to be found by of a request that names nobody', () => {
  expect(rowOf(rejectionAsked).words).toBe('');
});
