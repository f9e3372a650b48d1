import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';

let folder: string;
let storage: ConsoleStorage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-removed-'));
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const owner = (profileId: string) =>
  ({ profileId, chain: 'TRANSACTION_TYPE_ETHEREUM', network: 'Ethereum', address: '0x22' }) as const;
const recipient = (profileId: string) => ({ ...owner(profileId), paidAtMs: 7, mac: 'aa' });
const reference = (profileId: string) => ({ profileId, activityId: 'a', reference: 'Invoice 1', mac: 'aa' });

/** All of one turn go in one transaction. */
const keep = (profileId: string) => [
  storage.earlierRecipients.add([recipient(profileId)]),
  storage.signedNonces.set({ ...owner(profileId), nonce: '3', signedAtMs: 7, mac: 'aa' }),
  storage.activityReferences.keep(reference(profileId)),
];
const kept = async (profileId: string) => [
  (await storage.earlierRecipients.list(profileId, 'TRANSACTION_TYPE_ETHEREUM')).length,
  (await storage.signedNonces.get(owner(profileId)))?.nonce,
  (await storage.activityReferences.among(profileId, ['a'])).map((each) => each.reference),
];

it('keeps nothing of a profile that was removed, and what others write in the same turn', async () => {
  await Promise.all([...keep('gone'), ...keep('local'), storage.settings.set('theme', 'dark')]);
  expect(await kept('gone')).toEqual([0, undefined, []]);
  expect(await kept('local')).toEqual([1, '3', ['Invoice 1']]);
  expect(await storage.settings.get('theme')).toBe('dark');
});

it('keeps the newer of two in its place', async () => {
  await Promise.all(keep('local'));
  await storage.earlierRecipients.add([{ ...recipient('local'), paidAtMs: 9 }]);
  await storage.signedNonces.set({ ...owner('local'), nonce: '4', signedAtMs: 9, mac: 'bb' });
  await storage.activityReferences.keep({ ...reference('local'), reference: 'Invoice 2' });
  expect(await storage.earlierRecipients.list('local', 'TRANSACTION_TYPE_ETHEREUM')).toMatchObject([
    { paidAtMs: 9 },
  ]);
  expect(await kept('local')).toEqual([1, '4', ['Invoice 2']]);
});
