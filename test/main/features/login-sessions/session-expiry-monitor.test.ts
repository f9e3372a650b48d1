import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type SessionExpiryMonitor,
  WARNING_MS,
  createSessionExpiryMonitor,
} from '#main/features/login-sessions/session-expiry-monitor.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import { createVault } from '#main/vault/vault.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const HOUR_MS = 3_600_000;

describe('the watch over sessions', () => {
  let folder: string;
  let storage: ConsoleStorage;
  let keeper: SessionExpiryMonitor;
  let clock: ReturnType<typeof fakeClock>;
  let news: { name: string; payload: unknown }[];
  let faults: unknown[];
  let onEnded = (): void => undefined;
  const keychain = memoryKeychain();
  const vault = createVault(keychain);

  const watch = (): SessionExpiryMonitor =>
    createSessionExpiryMonitor({
      storage,
      vault,
      clock,
      host: {
        send: (_, name, payload) => {
          news.push({ name, payload });
          if (name === 'loginSessions.ended') onEnded();
        },
      },
      onChange: () => undefined,
      onFault: (_, error) => void faults.push(error),
    });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-sessions-'));
    storage = await openStorage(folder);
    clock = fakeClock();
    news = [];
    faults = [];
    keychain.items.clear();
    keeper = watch();
  });
  afterEach(async () => {
    await keeper.close();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (label: string, lengthMs = HOUR_MS): Promise<string> => {
    const publicKey = await vault.generate('API_KEY_CURVE_P256');
    await keeper.add({
      publicKey,
      label,
      origin: 'stamp-login',
      profileId: 'local',
      organizationId: 'o',
      organizationName: 'Acme',
      userId: 'u',
      username: 'root',
      createdAtMs: clock.now(),
      expiresAtMs: clock.now() + lengthMs,
      lastUsedAtMs: null,
    });
    return publicKey;
  };
  const said = (name: string): unknown[] =>
    news.filter((each) => each.name === name).map(({ payload }) => payload);
  /** Moves the time in steps that its timers are called in, and waits for what they began. */
  const forward = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 15_000) {
      clock.forward(Math.min(left, 15_000));
      await keeper.refresh();
    }
  };

  it('warns two minutes before the end, once, and then destroys the key and says so', async () => {
    await open('Evening');
    await forward(HOUR_MS - WARNING_MS - 15_000);
    expect(said('loginSessions.changed')).toMatchObject([[{ isEnding: false }]]);
    await forward(15_000);
    await forward(60_000);
    expect(said('loginSessions.changed')).toMatchObject([[{ isEnding: false }], [{ isEnding: true }]]);
    expect(said('loginSessions.ended')).toEqual([]);
    await forward(60_000);
    expect(said('loginSessions.ended')).toEqual([{ label: 'Evening', why: 'expired' }]);
    expect([...keychain.items.keys()]).toEqual([]);
    expect(await storage.credentials.list()).toEqual([]);
  });

  it('leaves no key of a session that it can’t keep', async () => {
    vi.spyOn(storage.loginSessions, 'add').mockRejectedValueOnce(new Error('The disk is full.'));
    await expect(open('Lost')).rejects.toThrow('The disk is full.');
    expect([...keychain.items.keys()]).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('looks by its own timer, without being asked', async () => {
    await open('Short', 10_000);
    const ended = new Promise<void>((resolve) => (onEnded = resolve));
    clock.forward(10_000);
    await ended;
    expect([...keychain.items.keys()]).toEqual([]);
  });

  it('destroys on wake what ended while the machine slept', async () => {
    await open('Slept through');
    const stays = await open('Stays', 10 * HOUR_MS);
    clock.sleepThrough(2 * HOUR_MS);
    await keeper.refresh();
    expect([...keychain.items.keys()]).toEqual([`credential:${stays}`]);
    expect((await keeper.list()).map(({ label }) => label)).toEqual(['Stays']);
  });

  it('destroys at the start what ended while nothing ran', async () => {
    await open('Forgotten');
    await keeper.close();
    clock.sleepThrough(2 * HOUR_MS);
    keeper = watch();
    await keeper.refresh();
    expect([...keychain.items.keys()]).toEqual([]);
    expect(await keeper.list()).toEqual([]);
  });

  it('tries again when the keychain is locked at the end', async () => {
    await open('Locked away', 10_000);
    const failing = vi.spyOn(keychain, 'delete').mockRejectedValue(new KeychainError('locked', 'linux'));
    clock.sleepThrough(20_000);
    await keeper.refresh();
    expect(faults).toHaveLength(1);
    expect(await keeper.list()).toHaveLength(1);
    failing.mockRestore();
    await forward(15_000);
    expect(await keeper.list()).toEqual([]);
  });

  it('notes when a session was used, and ends one that the service does not know any more', async () => {
    const publicKey = await open('Used');
    clock.sleepThrough(5_000);
    keeper.onServiceAnswer(publicKey, null);
    keeper.onServiceAnswer(publicKey, 'REQUEST_INVALID');
    await keeper.refresh();
    expect(await keeper.list()).toMatchObject([{ lastUsedAtMs: clock.now() }]);
    keeper.onServiceAnswer(publicKey, 'PUBLIC_KEY_NOT_FOUND');
    await keeper.refresh();
    expect(said('loginSessions.ended')).toEqual([{ label: 'Used', why: 'ended-elsewhere' }]);
    expect([...keychain.items.keys()]).toEqual([]);
  });

  it('ends no credential that is none of its sessions', async () => {
    const publicKey = await vault.generate('API_KEY_CURVE_P256');
    keeper.onServiceAnswer(publicKey, 'PUBLIC_KEY_NOT_FOUND');
    await keeper.end([publicKey]);
    await keeper.refresh();
    expect([...keychain.items.keys()]).toEqual([`credential:${publicKey}`]);
  });
});
