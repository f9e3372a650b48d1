import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
const HOUR = 3600;

describe.skipIf(missing !== null)(`sessions (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole(place);
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const list = (): Promise<LoginSession[]> => running.call('loginSessions.list');
  const wish = (
    label: string,
    origin: LoginSession['origin'] = 'stamp-login',
    invalidateExisting = false,
  ) => ({
    label,
    origin,
    expirationSeconds: HOUR,
    invalidateExisting,
  });
  const open = async (input: ReturnType<typeof wish>): Promise<LoginSession> => {
    const outcome = await running.review(
      await running.call<Preview>('loginSessions.prepare', input),
      'approve',
    );
    expect(passed(outcome)).toBe(true);
    const found = (await list()).find(({ label }) => label === input.label);
    if (found === undefined) throw new Error(`no session ${input.label}`);
    return found;
  };
  const accounts = async (): Promise<string[]> => (await place?.keychain.list()) ?? [];
  const stampsAs = async ({ publicKey }: LoginSession): Promise<string> => {
    await running.call('credentials.select', { publicKey });
    const preview = await running.prepare('create_private_keys', {
      privateKeys: [
        { privateKeyName: `k${Date.now()}`, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] },
      ],
    });
    expect(preview.credential.publicKey).toBe(publicKey);
    return (await running.review(preview, 'approve')).state;
  };

  it.each(['stamp-login', 'read-write'] as const)('opens a session that stamps: %s', async (origin) => {
    const before = Date.now();
    const session = await open(wish(`By ${origin}`, origin));
    expect(session).toMatchObject({ origin, profileName: 'Local', isEnding: false });
    // An hour from when it was opened, in whole seconds.
    const opened = session.expiresAtMs - HOUR * 1000;
    expect(opened).toBeGreaterThan(before - 1000);
    expect(opened).toBeLessThan(Date.now() + 1000);
    expect(await accounts()).toContain(`credential:${session.publicKey}`);
    expect(await stampsAs(session)).toBe('completed');
    const [used] = (await list()).filter(({ publicKey }) => publicKey === session.publicKey);
    expect(used?.lastUsedAtMs).toEqual(expect.any(Number));
    await running.call('loginSessions.end', { publicKeys: [session.publicKey] });
    expect(await list()).toEqual([]);
    expect(await accounts()).not.toContain(`credential:${session.publicKey}`);
    // The key that lasts stamps again.
    expect((await running.bootstrap()).credentials).toMatchObject([{ label: 'Laptop', current: true }]);
  });

  it('keeps nothing of a session that was denied', async () => {
    const before = await accounts();
    const preview = await running.call<Preview>('loginSessions.prepare', wish('Never'));
    expect(await running.review(preview, 'deny')).toEqual({ state: 'denied' });
    expect(await list()).toEqual([]);
    expect(await accounts()).toEqual(before);
  });

  it('renews a session by itself, which takes its place', async () => {
    const old = await open(wish('Renewed'));
    await running.call('credentials.select', { publicKey: old.publicKey });
    const preview = await running.call<Preview>('loginSessions.renew', { publicKey: old.publicKey });
    expect(preview.credential.publicKey).toBe(old.publicKey);
    expect(passed(await running.review(preview, 'approve'))).toBe(true);
    const [renewed, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(renewed).toMatchObject({ label: 'Renewed' });
    expect((await running.bootstrap()).credentials.find(({ current }) => current)?.publicKey).toBe(
      renewed?.publicKey,
    );
    expect(renewed?.publicKey).not.toBe(old.publicKey);
    expect(await accounts()).not.toContain(`credential:${old.publicKey}`);
    await running.call('loginSessions.end', { publicKeys: [renewed?.publicKey] });
  });

  it('says that other sessions end, and lets go of those that did', async () => {
    const other = await open(wish('Other'));
    const kept = await open(wish('Another kind', 'read-write'));
    const preview = await running.call<Preview>('loginSessions.prepare', wish('Only', 'stamp-login', true));
    expect(preview.effect).toBe('destroy');
    expect(preview.warnings.map(({ code }) => code)).toEqual(['SESSIONS_END']);
    expect(passed(await running.review(preview, 'approve'))).toBe(true);
    expect((await list()).map(({ label }) => label).sort()).toEqual(['Another kind', 'Only']);
    expect(await accounts()).not.toContain(`credential:${other.publicKey}`);
    await running.call('loginSessions.end', { publicKeys: (await list()).map(({ publicKey }) => publicKey) });
    expect(await accounts()).not.toContain(`credential:${kept.publicKey}`);
  });

  it('notices that a session was ended elsewhere, and destroys its key', async () => {
    const session = await open(wish('Ended elsewhere'));
    const { userId } = session;
    const { apiKeys } = await running.call<{
      apiKeys: { apiKeyId: string; credential: { publicKey: string } }[];
    }>('queries.ask', { operation: 'get_api_keys', parameters: { userId } });
    const apiKeyIds = apiKeys.flatMap((each) =>
      each.credential.publicKey === session.publicKey ? [each.apiKeyId] : [],
    );
    await running.review(await running.prepare('delete_api_keys', { userId, apiKeyIds }), 'approve');
    await running.call('credentials.select', { publicKey: session.publicKey });
    await running.host.until(() => running.host.news.some(({ name }) => name === 'loginSessions.ended'));
    expect(running.host.news.find(({ name }) => name === 'loginSessions.ended')?.payload).toEqual({
      label: 'Ended elsewhere',
      why: 'ended-elsewhere',
    });
    expect(await list()).toEqual([]);
    expect(await accounts()).not.toContain(`credential:${session.publicKey}`);
  });

  it('refuses everything while locked, and forgets what was prepared', async () => {
    const preview = await running.call<Preview>('loginSessions.prepare', wish('Locked'));
    await running.call('app.lock');
    await expect(running.call('loginSessions.prepare', wish('Locked'))).rejects.toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
    await expect(running.call('loginSessions.end', { publicKeys: ['x'] })).rejects.toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
    await running.call('app.unlock');
    await expect(running.call('requests.review', { previewId: preview.id })).rejects.toMatchObject({
      code: 'PREVIEW_UNKNOWN',
    });
  });

  it('keeps sessions over a restart', async () => {
    if (place === undefined) return;
    const session = await open(wish('Restarted'));
    await running.console.close();
    running = await runConsole(place);
    await running.untilReady();
    expect(await list()).toMatchObject([{ label: 'Restarted' }]);
    expect(await stampsAs(session)).toBe('completed');
    const { credentials } = await running.call<AppSnapshot>('app.bootstrap');
    expect(credentials.map(({ kind }) => kind).sort()).toEqual(['key', 'session']);
  });
});

const passed = (outcome: Outcome): boolean =>
  outcome.state === 'completed' && outcome.verifications.every((check) => check.passed);
