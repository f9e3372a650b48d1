import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeBackup } from '#service/boot/backups.ts';
import { runDatabaseCommand } from '#service/boot/database-commands.ts';
import { rewrapDatabase } from '#service/boot/rewrap-database.ts';
import { generationInKeychain } from '#service/keys/storage-key.ts';
import { vaultKeyHolder } from '#service/keys/vault-key.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { TransitServer } from '#test/fixtures/transit-server.ts';

const { cache, resolve } = createRequire(import.meta.url);
const keytar = resolve('keytar');
let service: LocalService;
let to: string;
/** What the keychain holds; undefined where this computer has none. */
let kept: Map<string, string> | undefined;

beforeEach(async () => {
  const before = cache[keytar];
  const item = async <T>(use: (items: Map<string, string>) => T): Promise<T> => {
    if (kept === undefined) throw new Error('no bus');
    return await Promise.resolve(use(kept));
  };
  const exports = {
    getPassword: (_: string, name: string) => item((items) => items.get(name) ?? null),
    setPassword: (_: string, name: string, text: string) => item((items) => void items.set(name, text)),
  };
  cache[keytar] = { ...module(), exports };
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(cache, keytar);
    else cache[keytar] = before;
  });
  service = await LocalService.start();
  to = join(service.data, '..', 'backup.sqlite');
});
afterEach(() => service.stop());

function module(): NodeJS.Module {
  // Any module of Node's has the fields that its cache wants.
  const [some] = Object.values(cache);
  if (some === undefined) throw new Error('A module was loaded with require.');
  return some;
}
/** A descriptor that has a key, as a shell gives it. */
function descriptorOf(key: Uint8Array): string {
  const file = join(service.data, '..', 'key');
  writeFileSync(file, key);
  return String(openSync(file, 'r'));
}
async function backUp(): Promise<void> {
  await makeBackup(service.data, to);
  await service.halt();
  rmSync(service.data, { recursive: true });
}
const restore = (...more: readonly string[]) =>
  runDatabaseCommand('restore', ['--data', service.data, '--from', to, ...more]);
/** The keys of storage that are in the keychain. */
const keysKept = () => [...(kept?.keys() ?? [])].filter((name) => name.startsWith('service-storage-key'));

describe('restore with --storage-key-fd', () => {
  it('has the keychain keep the key, where nothing else is said', async () => {
    kept = new Map();
    await backUp();
    const done = await restore('--storage-key-fd', descriptorOf(service.storageKey));
    expect(done).toMatchObject({ restored: service.data, key: 'kept in the keychain' });
    expect(keysKept()).toHaveLength(1);
    await service.restart();
  });

  it('says what a computer without a keychain needs, restores nothing, and restores with it', async () => {
    kept = undefined;
    await backUp();
    await expect(restore('--storage-key-fd', descriptorOf(service.storageKey))).rejects.toMatchObject({
      code: 'KEYCHAIN_UNAVAILABLE',
      remedy: expect.stringContaining('--without-keychain') as string,
    });
    const done = await restore('--storage-key-fd', descriptorOf(service.storageKey), '--without-keychain');
    expect(done).toMatchObject({ key: 'not kept: needed for each start' });
    await service.restart();
  });

  it('attack: a keychain gets no key that the operator keeps out of it', async () => {
    kept = new Map();
    await backUp();
    await restore('--storage-key-fd', descriptorOf(service.storageKey), '--without-keychain');
    expect([...kept]).toEqual([]);
  });

  it('opens a backup with the engine that is named beside the descriptor, and keeps neither', async () => {
    kept = new Map();
    const server = await TransitServer.start();
    onTestFinished(() => server.close());
    const tokenFile = join(service.data, '..', 'token');
    writeFileSync(tokenFile, server.token, { mode: 0o600 });
    const keyService = () =>
      Promise.resolve(
        vaultKeyHolder({ url: server.url, mount: 'transit', name: 'keyops', token: () => server.token }),
      );
    await service.halt();
    const storageKey = () => Promise.resolve(storageKeyOf(service.storageKey));
    await rewrapDatabase({ data: service.data }, { storageKey, keyService }, () => service.now);
    service.keys = { keyService };
    await service.restart();
    await backUp();
    const done = await restore(
      ...['--storage-key-fd', descriptorOf(service.storageKey), '--vault-url', server.url.origin],
      ...['--vault-key', 'keyops', '--vault-token-file', tokenFile],
    );
    expect(done).toMatchObject({ key: 'not kept: needed for each start' });
    expect([...kept]).toEqual([]);
    await service.restart();
  });

  it('opens a backup with the new key of a turn, and keeps neither', async () => {
    kept = new Map();
    await service.halt();
    const [first, last] = [Uint8Array.from(service.storageKey), new Uint8Array(32).fill(6)];
    const local = (bytes: Uint8Array) => () => Promise.resolve(storageKeyOf(bytes));
    const turned = { storageKey: local(first), newStorageKey: local(last) };
    await rewrapDatabase({ data: service.data }, turned, () => service.now);
    service.keys = turned;
    await service.restart();
    await backUp();
    const old = descriptorOf(first);
    const done = await restore('--storage-key-fd', old, '--new-storage-key-fd', descriptorOf(last));
    expect(done).toMatchObject({ key: 'not kept: needed for each start' });
    expect([...kept]).toEqual([]);
    await service.restart();
  });

  it.each([
    [['--for-console', '--without-keychain', '--storage-key-fd', '1001']],
    [['--for-console', '--storage-key-fd', '1001', '--new-storage-key-fd', '1002']],
    [['--without-keychain']],
  ])('refuses %s, of which one would be left out', async (more) => {
    await expect(restore(...more)).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
      message: expect.stringContaining('--without-keychain') as string,
    });
  });
});

describe('restore --replace with the keychain', () => {
  it('counts as the newest state that the keychain knows: the next start takes it', async () => {
    kept = new Map();
    await backUp();
    await restore('--storage-key-fd', descriptorOf(service.storageKey));
    const known = service.ready.generation + 40;
    await generationInKeychain(service.data).note(known);
    await restore('--replace');
    service.generation = { known, acceptOlder: false };
    await service.restart();
    expect(service.ready.generation).toBeGreaterThan(known);
  });
});

describe('backup with --key-to-fd', () => {
  const backup = (...more: readonly string[]) =>
    runDatabaseCommand('backup', ['--data', service.data, '--to', to, ...more]);
  const file = (name: string, flags: string) => openSync(join(service.data, '..', name), flags);

  it('writes the key behind the backup', async () => {
    const brought = descriptorOf(service.storageKey);
    const done = await backup('--storage-key-fd', brought, '--key-to-fd', String(file('key-copy', 'w')));
    expect(done).toMatchObject({ backup: to, key: 'written' });
    expect(readFileSync(join(service.data, '..', 'key-copy'))).toEqual(Buffer.from(service.storageKey));
  });

  it.runIf(process.platform !== 'win32')('makes no backup where the key could not be written', async () => {
    const brought = descriptorOf(service.storageKey);
    // The second is open, but to be read from.
    for (const fd of ['1023', brought]) {
      await expect(backup('--storage-key-fd', brought, '--key-to-fd', fd)).rejects.toMatchObject({
        code: 'BACKUP_KEY_NOT_WRITTEN',
      });
      expect(existsSync(to)).toBe(false);
    }
  });

  it.runIf(process.platform === 'linux')('says that a key which was not taken is missing', async () => {
    const full = String(openSync('/dev/full', 'w'));
    const done = backup('--storage-key-fd', descriptorOf(service.storageKey), '--key-to-fd', full);
    await expect(done).rejects.toMatchObject({ code: 'BACKUP_KEY_NOT_WRITTEN' });
    await expect(done).rejects.toThrow(/was made, but .*ENOSPC/u);
  });
});
