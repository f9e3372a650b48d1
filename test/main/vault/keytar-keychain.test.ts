import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createLocalService, SERVICE_DATABASE } from '#main/embedded-service/local-service.ts';
import { systemClock } from '#main/platform/clock.ts';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { createVault } from '#main/vault/vault.ts';
import { openStore } from '#service/storage/store.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { TestHost } from '../../fixtures/test-host.ts';

const STORAGE_KEY = 'service-storage-key';

/**
 * keytar over libsecret on a locked keyring, as it was measured: each call asks for the password; closed, a read gives null
 * and a write throws. The real one has no prompt that a test can close four times (test/integration has one that is locked).
 */
function lockedKeyring(escapes: number) {
  const items = new Map<string, string>();
  let prompts = 0;
  const asks = { isLocked: true, escapes };
  const opens = (): boolean => {
    if (!asks.isLocked) return true;
    prompts += 1;
    if (asks.escapes > 0) {
      asks.escapes -= 1;
      return false;
    }
    asks.isLocked = false;
    return true;
  };
  const refuse = (): never => {
    throw new Error('Cannot create an item in a locked collection');
  };
  const keytar = {
    getPassword: (_service: string, account: string) =>
      Promise.resolve(opens() ? (items.get(account) ?? null) : null),
    setPassword: (_service: string, account: string, text: string) =>
      Promise.resolve().then(() => (opens() ? void items.set(account, text) : refuse())),
    deletePassword: (_service: string, account: string) => Promise.resolve(opens() && items.delete(account)),
    findCredentials: () => Promise.resolve([...items].map(([account, password]) => ({ account, password }))),
  };
  const keychain = openKeychain(1_000, 'test', {
    platform: 'linux',
    load: () => Promise.resolve(keytar),
    lock: null,
  });
  return { items, asks, keychain, prompts: () => prompts };
}

describe('an item that holds no key', () => {
  it('is replaced without leaving what it held before', async () => {
    const { items, keychain } = lockedKeyring(0);
    for (const text of ['1', '2']) await keychain.replace('service-generation:x', text);
    expect([...items]).toEqual(expect.arrayContaining([['service-generation:x', '2']]));
    expect([...items.keys()].filter((account) => account.endsWith(':previous'))).toEqual([]);
  });
});

describe('a keyring that is locked at the start', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'keeps the storage key when its prompt is canceled %i times and then answered',
    async (escapes) => {
      const { items, keychain } = lockedKeyring(escapes);
      const kept = 'ab'.repeat(32);
      items.set(STORAGE_KEY, kept);
      const vault = createVault(keychain);
      for (let start = 0; start <= escapes; start += 1) {
        keychain.askAgain();
        await vault.storageKey(true).catch(() => undefined);
        expect(items.get(STORAGE_KEY)).toBe(kept);
      }
      const key = await vault.storageKey(true);
      expect(key.use((bytes) => Buffer.from(bytes).toString('hex'))).toBe(kept);
    },
  );

  it('reads again after the proof when it was locked for the first read alone', async () => {
    const { items, asks, keychain } = lockedKeyring(0);
    items.set('mine', 'kept');
    expect(await keychain.get('mine')).toBe('kept');
    // Locked again right after the proof, and the prompt of the read is closed.
    Object.assign(asks, { isLocked: true, escapes: 1 });
    expect(await keychain.get('mine')).toBe('kept');
  });

  it('asks for the password once, not for every caller of the start', async () => {
    const { keychain, prompts } = lockedKeyring(99);
    const calls = Array.from({ length: 5 }, (_, index) => keychain.get(`item ${index}`));
    const codes = (await Promise.allSettled(calls)).map((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : each.value,
    );
    expect(codes).toEqual(Array(5).fill('KEYCHAIN_LOCKED'));
    await expect(keychain.set('item', 'text')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(prompts()).toBe(1);
    await expect(createVault(keychain).probe()).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(prompts()).toBe(2);
  });
});

it('keeps what an item held before it was changed, and destroys both', async () => {
  const { items, keychain } = lockedKeyring(0);
  await keychain.set('item', 'one');
  await keychain.set('item', 'two');
  expect([...items.values()]).toEqual(expect.arrayContaining(['one', 'two']));
  await keychain.delete('item');
  expect([...items.values()]).toEqual(['no secret']);
});

describe('the storage key', () => {
  it.each([
    ['has a database', () => undefined],
    ['had a database that is gone now', (file: string) => rmSync(file)],
    ['has an empty file in place of its database', (file: string) => writeFileSync(file, '')],
  ])('is never drawn where the service %s', async (_what, happens) => {
    const folder = mkdtempSync(join(tmpdir(), 'keyops-vault-'));
    try {
      const store = await openStore(join(folder, 'service'));
      await store.destroy();
      happens(join(folder, 'service', SERVICE_DATABASE));
      const keychain = memoryKeychain();
      const vault = createVault(keychain);
      const host = new TestHost(() => Promise.reject(new Error('It must not start.')));
      const service = createLocalService({
        ...{ host, vault, dataFolder: folder, acceptOlderDatabase: false },
        isOffline: false,
        keychainIsOpen: () => true,
        admit: () => Promise.resolve(),
        onChange: () => undefined,
        onFault: () => undefined,
        ...{ clock: systemClock, steadyMs: () => 0, restartMs: 1_000, onRestart: () => undefined },
      });
      await service.start({ publicKey: '02aa', curve: 'API_KEY_CURVE_P256' });
      expect(service.status().state).toBe('failed');
      expect(service.status().message).toContain('No new key was created');
      expect(keychain.items.size).toBe(0);
      expect(SERVICE_DATABASE).toBe('service.sqlite');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is never drawn over an item that a read did not give', async () => {
    const keychain = memoryKeychain();
    keychain.items.set(STORAGE_KEY, 'cd'.repeat(32));
    const blind = { ...keychain, get: () => Promise.resolve(null) };
    await expect(createVault(blind).storageKey(true)).rejects.toMatchObject({ code: 'STORAGE_KEY_MISSING' });
    expect(keychain.items.get(STORAGE_KEY)).toBe('cd'.repeat(32));
  });
});

it('holds no answer once it was given: after the lock no private key is reachable from the queue', async () => {
  const { items, keychain } = lockedKeyring(0);
  // A text cannot be watched by the collector; an object in its place can.
  const watched = await (async () => {
    items.set('key', { hex: 'ef'.repeat(32) } as unknown as string);
    const answer = (await keychain.get('key')) as unknown as object;
    items.delete('key');
    return new WeakRef(answer);
  })();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(watched.deref()).toBeUndefined();
  // The keychain itself is still there.
  expect(await keychain.get('key')).toBeNull();
});

it('is settled once what is asked of it, and what that asks next, has its answer', async () => {
  const told: string[] = [];
  const answer = async (what: string): Promise<null> => {
    await new Promise((resolve) => setImmediate(resolve));
    told.push(what);
    return null;
  };
  const keychain = openKeychain(1_000, 'test', {
    platform: 'linux',
    load: () =>
      Promise.resolve({
        getPassword: () => answer('read'),
        setPassword: () => answer('proof').then(() => undefined),
        deletePassword: () => Promise.resolve(false),
        findCredentials: () => Promise.resolve([]),
      }),
    lock: null,
  });
  const read = keychain.get('a').then(() => keychain.get('b'));
  await keychain.settled?.();
  expect(told).toEqual(['proof', 'read', 'proof', 'read', 'read', 'proof', 'read']);
  await read;
});
