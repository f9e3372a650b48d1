import { expect, it } from 'vitest';
import { createSignedNonces } from '#main/features/transfers/signed-nonces.ts';
import type { SignedNonceStore } from '#main/storage/signed-nonces.ts';
import { createRequestSeal } from '#main/vault/row-seals.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { addressOf, completedWith, transferParameters } from '#test/fixtures/batch-files.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const OWNER = { profileId: 'local', chain: 'TRANSACTION_TYPE_ETHEREUM', address: addressOf(1) } as const;
const done: Outcome = { ...completedWith('00'), verifications: [{ name: 'x', passed: true, detail: '' }] };

/** A request whose transaction has that nonce. */
const requestOf = (nonce: number) => ({
  operation: signTransaction,
  body: toUtf8(submitBody(signTransaction, 'org', 1, transferParameters({ signWith: 'key', nonce }))),
  profileId: OWNER.profileId,
  expectation: { kind: 'signedBy', address: OWNER.address } as const,
});

/** Over a store in memory that counts. */
function nonces(fails: () => boolean = () => false) {
  const rows = new Map<string, { nonce: string; mac: string }>();
  const asked = { reads: 0, writes: 0 };
  const store: SignedNonceStore = {
    get: (owner) => {
      asked.reads += 1;
      return Promise.resolve(rows.get(owner.network));
    },
    set: async (row) => {
      asked.writes += 1;
      await Promise.resolve();
      if (fails()) throw new Error('The disk is full.');
      rows.set(row.network, row);
    },
  };
  const made = createSignedNonces({ store, seal: createRequestSeal(memoryKeychain()), clock: fakeClock() });
  const last = (): Promise<bigint | undefined> => made.last({ ...OWNER, network: [...rows.keys()][0] ?? '' });
  return { record: made.record, asked, last };
}

it('keeps the highest of many that end at once, whatever their order', async () => {
  const { record, asked, last } = nonces();
  await Promise.all([3, 24, 7, 1, 23, 24, 12].map((nonce) => record(requestOf(nonce), done)));
  expect(await last()).toBe(24n);
  await record(requestOf(5), done);
  expect(await last()).toBe(24n);
  expect(asked.writes).toBeLessThan(7);
});

it('reads the row once in a run', async () => {
  const { record, asked, last } = nonces();
  for (let nonce = 0; nonce < 10; nonce += 1) await record(requestOf(nonce), done);
  expect(asked).toEqual({ reads: 1, writes: 10 });
  expect(await last()).toBe(9n);
});

it('counts one that could not be written for nothing', async () => {
  let isFull = true;
  const { record, last } = nonces(() => isFull);
  await expect(record(requestOf(9), done)).rejects.toThrow('The disk is full.');
  isFull = false;
  await record(requestOf(4), done);
  expect(await last()).toBe(4n);
});
