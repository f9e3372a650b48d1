import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pinLocalKeys } from '#main/embedded-service/local-keys.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';

let folder: string;
let storage: ConsoleStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-pin-'));
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

it('pins the keys of the first start and admits the same ones again', async () => {
  await pinLocalKeys(storage.profiles, HOSTED_KEYS);
  expect((await storage.profiles.list())[0]?.keys).toEqual(HOSTED_KEYS);
  await expect(pinLocalKeys(storage.profiles, { ...HOSTED_KEYS })).resolves.toBeUndefined();
});

it('attack: a service with another quorum key in place of the pinned one is refused', async () => {
  await pinLocalKeys(storage.profiles, HOSTED_KEYS);
  const impostor = { ...HOSTED_KEYS, enclaveQuorum: `04${'ab'.repeat(64)}` };
  await expect(pinLocalKeys(storage.profiles, impostor)).rejects.toMatchObject({
    code: 'SERVICE_KEYS_CHANGED',
    message: expect.stringContaining('enclaveQuorum') as string,
  });
  expect((await storage.profiles.list())[0]?.keys).toEqual(HOSTED_KEYS);
});
