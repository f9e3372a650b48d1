// What ends in the middle of a request: the service, the window, the keychain. The flows of imports have their own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { lockableKeychain } from '../../fixtures/lockable-keychain.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
type Completed = Extract<Outcome, { state: 'completed' }>;
type Waiting = Extract<Outcome, { state: 'waiting' }>;

describe.skipIf(missing !== null)(`troubles (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  const keychain = place && lockableKeychain(place.keychain);
  let running: RunningConsole;
  let keyId = '';
  let fingerprint = '';

  const start = async (): Promise<void> => {
    if (place === undefined || keychain === undefined) return;
    // A service that is killed here stays away until the test wants it back.
    running = await runConsole({ ...place, keychain, timing: { restartMs: 3_600_000 } });
  };
  const ask = async (operation: string, parameters: Record<string, unknown>): Promise<Outcome> =>
    running.review(await running.prepare(operation, parameters), 'approve');
  const newKey = (privateKeyName: string) => ({
    privateKeys: [{ privateKeyName, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
  });

  beforeAll(async () => {
    await start();
    const { publicKey } = await running.call<Credential>('credentials.create', {
      label: 'Laptop',
      curve: 'API_KEY_CURVE_P256',
    });
    const desk = await running.call<Credential>('credentials.create', {
      label: 'Desk',
      curve: 'API_KEY_CURVE_P256',
    });
    await running.call('credentials.select', { publicKey });
    await running.untilReady();
    const made = (await ask('create_private_keys', newKey('first'))) as Completed;
    keyId = (made.result as { privateKeys: { privateKeyId: string }[] }).privateKeys[0]?.privateKeyId ?? '';
    // Bob asks for what needs a policy: it waits for the root user, whose vote is the one that meets trouble.
    const added = (await ask('create_users', {
      users: [
        {
          userName: 'Bob',
          apiKeys: [{ apiKeyName: 'Desk', publicKey: desk.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          ...{ authenticators: [], oauthProviders: [], userTags: [] },
        },
      ],
    })) as Completed;
    expect(added.state).toBe('completed');
    const policy = { policyName: 'Two', effect: 'EFFECT_ALLOW', consensus: 'approvers.count() >= 2' };
    expect((await ask('create_policy', { ...policy, condition: 'true', notes: '' })).state).toBe('completed');
    await running.call('credentials.select', { publicKey: desk.publicKey });
    const waiting = (await ask('create_private_keys', newKey('of Bob'))) as Waiting;
    expect(waiting.state).toBe('waiting');
    ({ fingerprint } = waiting);
    await running.call('credentials.select', { publicKey });
  });
  afterAll(async () => {
    keychain?.setLocked(false);
    await running.console.close();
    await place?.remove();
  });

  /** What a request may leave behind: activities, votes, lines of changes, exports, sessions, keys, unfinished requests. */
  const traces = async () => {
    const filter = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null, before: null };
    const { rows } = await running.call<{ rows: ActivityRow[] }>('activities.list', {
      ...filter,
      limit: 100,
    });
    return {
      activities: rows.map(({ id, votes }) => [id, votes]),
      lines: (await running.call<JournalLine[]>('journal.list', { before: null, limit: 100 })).length,
      exports: await running.call('exports.list'),
      sessions: await running.call('loginSessions.list'),
      keys: (await place?.keychain.list())?.sort(),
      unfinished: await running.call('requests.unfinished'),
    };
  };

  const FLOWS: readonly (readonly [string, () => Promise<Preview>])[] = [
    [
      'signing',
      () =>
        running.prepare('sign_raw_payload', {
          signWith: keyId,
          payload: 'hello',
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
        }),
    ],
    [
      'an export',
      async () =>
        (
          await running.call<{ preview: Preview }>('exports.prepare', {
            kind: 'privateKey',
            privateKeyId: keyId,
          })
        ).preview,
    ],
    [
      'a session',
      () =>
        running.call('loginSessions.prepare', {
          ...{ label: 'Desk', origin: 'stamp-login', expirationSeconds: 3600, invalidateExisting: false },
        }),
    ],
    ['a vote', () => running.prepare('approve_activity', { fingerprint })],
  ];

  it.each(FLOWS)(
    'the service dies before the approval of %s: nothing is stamped or kept',
    async (_, begin) => {
      const before = await traces();
      const preview = await begin();
      const reviewed = running.call<Outcome>('requests.review', { previewId: preview.id });
      await running.host.until(() => running.host.approvalShown);
      process.kill(running.host.service?.pid ?? 0, 'SIGKILL');
      await running.host.until(() => stateOfService() === 'starting');
      const decision = { previewId: preview.id, decision: 'approve' };
      await running.console.dispatch('approval', 'approval.decide', decision);
      await expect(reviewed).rejects.toMatchObject({ code: 'SERVICE_NOT_READY' });
      await running.call('app.recheck');
      expect(await traces()).toEqual(before);
    },
  );
  const stateOfService = (): string | undefined =>
    (running.host.news.findLast(({ name }) => name === 'app.changed')?.payload as AppSnapshot | undefined)
      ?.health.service.state;

  it.each(FLOWS)(
    'the window closes during the approval of %s: it is denied, nothing is left',
    async (_, begin) => {
      const before = await traces();
      const preview = await begin();
      const reviewed = running.call<Outcome>('requests.review', { previewId: preview.id });
      await running.host.until(() => running.host.approvalShown);
      await running.console.close();
      expect(await reviewed).toEqual({ state: 'denied' });
      await start();
      await running.untilReady();
      expect(await traces()).toEqual(before);
    },
  );

  it('the keychain locks during the approval of a session: it is not kept, and said so', async () => {
    const before = await traces();
    const [, begin] = FLOWS[2] ?? [];
    const preview = await begin?.();
    keychain?.setLocked(true);
    const outcome = preview && ((await running.review(preview, 'approve')) as Completed);
    keychain?.setLocked(false);
    expect(outcome?.verifications.find(({ passed }) => !passed)).toMatchObject({ name: 'KEYCHAIN_LOCKED' });
    const after = await traces();
    expect([after.sessions, after.keys]).toEqual([before.sessions, before.keys]);
  });

  it('the keychain locks during the approval of an export: nobody knows who is to be asked, and it waits', async () => {
    const [, begin] = FLOWS[1] ?? [];
    const preview = await begin?.();
    const outcome = running.call<Completed>('requests.review', { previewId: preview?.id });
    await running.host.until(() => running.host.approvalShown);
    const approve = () =>
      running.console.dispatch('approval', 'approval.decide', {
        previewId: preview?.id,
        decision: 'approve',
      });
    keychain?.setLocked(true);
    expect(await approve()).toMatchObject({ ok: false, code: 'KEYCHAIN_LOCKED' });
    expect(running.host.approvalShown).toBe(true);
    keychain?.setLocked(false);
    expect(await approve()).toMatchObject({ ok: true });
    expect((await outcome).state).toBe('completed');
    expect((await outcome).verifications.every(({ passed }) => passed)).toBe(true);
  });

  it('the keychain locks while the console is locked: it cannot be unlocked, and nothing is stamped', async () => {
    const before = await traces();
    const [, begin] = FLOWS[0] ?? [];
    const preview = await begin?.();
    await running.call('app.lock');
    keychain?.setLocked(true);
    await expect(running.call('app.unlock')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    await expect(running.call('requests.review', { previewId: preview?.id })).rejects.toMatchObject({
      code: expect.any(String) as string,
    });
    keychain?.setLocked(false);
    await running.call('app.unlock');
    const after = await traces();
    expect([after.activities, after.lines]).toEqual([before.activities, before.lines]);
  });
});
