import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentCredential, currentCredentials, currentProfile } from '#main/context/runtime-state.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import type { StoredProfile } from '#main/storage/profiles.ts';
import { DatabaseSync } from '@photostructure/sqlite';

const profile = (n: number): StoredProfile => ({
  ...{ id: `p${n}`, kind: 'hosted', name: `Profile ${n}`, baseUrl: 'https://a.example', organizationId: 'o' },
  ...{ organizationName: null, keys: null, network: null, moves: 0 },
});

describe('one of many profiles', () => {
  let folder: string;
  let storage: ConsoleStorage;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-profiles-'));
    storage = await openStorage(folder);
    for (let n = 0; n < 5; n += 1) await storage.profiles.add(profile(n), n + 1);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is found, or said to be missing, without a look at the others', async () => {
    await storage.settings.set('profile', 'p3');
    const database = new DatabaseSync(join(folder, 'console.db'));
    database.exec(
      "UPDATE profile SET pinned_keys = 'nothing that can be read' WHERE id NOT IN ('p3', 'local')",
    );
    database.close();
    await expect(storage.profiles.list()).rejects.toThrow();
    expect(await storage.profiles.find('p3')).toEqual(profile(3));
    expect(await storage.profiles.find('p9')).toBeUndefined();
    expect(await currentProfile(storage)).toEqual(profile(3));
    await storage.settings.set('profile', 'p9');
    expect(await currentProfile(storage)).toMatchObject({ id: 'local' });
  });

  it('has the credential that stamps told with those of all others, after one look at the credentials', async () => {
    const add = (profileId: string, publicKey: string, createdAtMs: number): Promise<void> =>
      storage.credentials.add({
        ...{ kind: 'key', publicKey, profileId, curve: 'API_KEY_CURVE_P256', label: publicKey },
        ...{ createdAtMs, expiresAtMs: null },
      });
    await add('p1', 'p1-old', 1);
    await add('p1', 'p1-new', 2);
    await add('p2', 'p2-old', 3);
    await add('p2', 'p2-new', 4);
    await add('p3', 'p3-only', 5);
    await storage.settings.set('credential.p2', 'p2-new');
    await storage.settings.set('credential.p3', 'p1-old');
    await storage.settings.set('codes', '{}');
    const list = vi.spyOn(storage.credentials, 'list');
    const current = await currentCredentials(storage);
    expect(list).toHaveBeenCalledTimes(1);
    expect([...current.values()].map(({ publicKey }) => publicKey).sort()).toEqual([
      'p1-old',
      'p2-new',
      'p3-only',
    ]);
    for (const { id } of await storage.profiles.list())
      expect(current.get(id)).toEqual(await currentCredential(storage, id));
  });
});
