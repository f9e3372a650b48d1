import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import type { StoredProfile } from '#main/storage/profiles.ts';
import { createKeptItems, createKnownProfiles, createRequestSeal } from '#main/vault/row-seals.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

const PROFILE: StoredProfile = {
  id: 'payouts',
  kind: 'hosted',
  name: 'Payouts',
  baseUrl: 'https://api.example.com',
  organizationId: '01a1ff07-2512-7000-94f8-bc561132a1b1',
  organizationName: null,
  keys: HOSTED_KEYS,
  network: null,
  moves: 0,
};

describe('profiles that the keychain knows', () => {
  let folder: string;
  let storage: ConsoleStorage;
  let keychain: ReturnType<typeof memoryKeychain>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-profiles-'));
    keychain = memoryKeychain();
    storage = await openStorage(folder);
    await createKnownProfiles(keychain, storage.profiles).note(PROFILE);
    await storage.profiles.add(PROFILE, 1);
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a start finds for every profile after somebody wrote the database. */
  const afterWriting = async (sql: string): Promise<string[]> => {
    await storage.close();
    const database = new DatabaseSync(join(folder, 'console.db'));
    database.exec(sql);
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    storage = await openStorage(folder);
    const profiles = createKnownProfiles(keychain, storage.profiles);
    const each = (await storage.profiles.list()).map((profile) =>
      profiles.require(profile).then(
        () => `${profile.id} taken`,
        (error: unknown) => `${profile.id} ${(error as { code: string }).code}`,
      ),
    );
    return Promise.all(each);
  };

  it('takes what was added, also once the service has told its name', async () => {
    expect(await afterWriting("UPDATE profile SET organization_name = 'Acme' WHERE id = 'payouts'")).toEqual([
      'local taken',
      'payouts taken',
    ]);
  });

  it.each([
    ['sends requests to a service of theirs', "base_url = 'https://api.example.net'"],
    ['has them made for another organization', "organization_id = '01a1ff07-2512-7000-94f8-bc561132a1b2'"],
    ['exchanges the keys that answers are held to', "pinned_keys = replace(pinned_keys, '7', '8')"],
    ['gives it the name of another', "name = 'Test'"],
    ['makes it the local one', "kind = 'local'"],
  ])('attack: whoever writes the console’s database %s', async (_what, change) => {
    expect(await afterWriting(`UPDATE profile SET ${change} WHERE id = 'payouts'`)).toEqual([
      'local taken',
      'payouts PROFILE_CHANGED',
    ]);
  });

  it('attack: whoever writes the console’s database adds a profile', async () => {
    const columns = 'kind, name, base_url, organization_id, organization_name, pinned_keys, created_at';
    const copy = `INSERT INTO profile (id, ${columns}) SELECT 'other', ${columns} FROM profile WHERE id = 'payouts'`;
    expect(await afterWriting(copy)).toEqual(['local taken', 'other PROFILE_CHANGED', 'payouts taken']);
  });

  it('takes profiles of before the keychain knew any as they are, once', async () => {
    keychain.items.clear();
    expect(await afterWriting('SELECT 1')).toEqual(['local taken', 'payouts taken']);
    expect(await afterWriting("UPDATE profile SET name = 'Test' WHERE id = 'payouts'")).toContain(
      'payouts PROFILE_CHANGED',
    );
  });
});

describe('a keychain that lost what belongs to this database', () => {
  let folder: string;
  let storage: ConsoleStorage;
  let keychain: ReturnType<typeof memoryKeychain>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-lost-'));
    keychain = memoryKeychain();
    storage = await openStorage(folder);
    const { seal, profiles } = open();
    await seal.ready();
    await profiles.note(PROFILE);
    await storage.profiles.add(PROFILE, 1);
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (acceptsLost = false) => {
    const kept = createKeptItems(keychain, storage.settings, acceptsLost);
    return {
      seal: createRequestSeal(keychain, kept),
      profiles: createKnownProfiles(keychain, storage.profiles, kept),
    };
  };

  it('makes no new key, and takes no profile for one that was approved', async () => {
    keychain.items.clear();
    const { seal, profiles } = open();
    await expect(seal.ready()).rejects.toMatchObject({ code: 'KEYCHAIN_ITEM_LOST' });
    await expect(profiles.require(PROFILE)).rejects.toMatchObject({ code: 'KEYCHAIN_ITEM_LOST' });
    await expect(profiles.note(PROFILE)).rejects.toMatchObject({ code: 'KEYCHAIN_ITEM_LOST' });
    expect(keychain.items.size).toBe(0);
  });

  it('goes on with what it had once the keychain is back', async () => {
    const had = new Map(keychain.items);
    keychain.items.clear();
    const { seal, profiles } = open();
    await expect(seal.makeRow(['table'])).rejects.toMatchObject({ code: 'KEYCHAIN_ITEM_LOST' });
    await expect(profiles.require(PROFILE)).rejects.toMatchObject({ code: 'KEYCHAIN_ITEM_LOST' });
    for (const [account, text] of had) keychain.items.set(account, text);
    await expect(seal.makeRow(['table'])).resolves.toMatch(/^[0-9a-f]{64}$/u);
    await expect(profiles.require(PROFILE)).resolves.toBeUndefined();
  });

  it('begins anew only where the operator says that the items are gone for good', async () => {
    keychain.items.clear();
    const { seal, profiles } = open(true);
    await seal.ready();
    await profiles.require(PROFILE);
    // The next start needs no word of the operator's any more.
    await open().seal.ready();
    await open().profiles.require(PROFILE);
  });

  it('draws no key over an item that a read did not give', async () => {
    const blind = { ...keychain, get: () => Promise.resolve(null) };
    const kept = createKeptItems(blind, storage.settings, true);
    await expect(createRequestSeal(blind, kept).ready()).rejects.toMatchObject({
      code: 'KEYCHAIN_ITEM_LOST',
    });
  });
});
