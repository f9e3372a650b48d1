import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createCeremonies, passkeyStamper } from '#main/webauthn/ceremonies.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type PasskeyBrowser,
  openPasskeyBrowser,
  passkeyBrowserPath,
} from '../../fixtures/passkey-browser.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = passkeyBrowserPath === undefined ? 'no browser' : await keychainMissing();

interface Authenticator {
  readonly credentialId: string;
  readonly authenticatorName: string;
  readonly credential: { readonly publicKey: string };
}

describe.skipIf(missing !== null)(`passkeys (${missing ?? 'real browser, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let browser: PasskeyBrowser;
  let opened = 0;
  const browse = async (url: string): Promise<void> => {
    opened += 1;
    await browser.browse(url);
  };

  beforeAll(async () => {
    if (place === undefined) return;
    [running, browser] = await Promise.all([runConsole(place), openPasskeyBrowser()]);
    running.host.browse = browse;
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
  });
  afterAll(async () => {
    await Promise.all([running.console.close(), browser.close()]);
    await place?.remove();
  });

  const ceremonies = (): number => {
    const count = opened;
    opened = 0;
    return count;
  };
  const keyRequest = (name: string): Promise<Preview> =>
    running.prepare('create_private_keys', {
      privateKeys: [{ privateKeyName: name, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
    });
  const passkey = async () => {
    const found = (await running.bootstrap()).credentials.find(({ kind }) => kind === 'passkey');
    if (found === undefined) throw new Error('no passkey');
    return found;
  };
  const authenticatorOf = async (publicKey: string): Promise<Authenticator> => {
    const { userId } = (await running.bootstrap()).profiles[0] ?? {};
    const { authenticators } = await running.call<{ authenticators: Authenticator[] }>('queries.ask', {
      operation: 'get_authenticators',
      parameters: { userId },
    });
    const found = authenticators.find(({ credential }) => credential.publicKey === publicKey);
    if (found === undefined) throw new Error('no such authenticator');
    return found;
  };

  it('keeps nothing of a passkey whose registration was denied', async () => {
    const preview = await running.call<Preview>('passkeys.register', { label: 'Denied' });
    expect(await running.review(preview, 'deny')).toEqual({ state: 'denied' });
    expect((await running.bootstrap()).credentials).toHaveLength(1);
    expect(ceremonies()).toBe(1);
  });

  it('registers a passkey, which is a credential once the service has it', async () => {
    const preview = await running.call<Preview>('passkeys.register', { label: 'Phone' });
    expect(preview.sentence).toEqual([
      { kind: 'text', value: 'Add a passkey for “Root user”, a root user.' },
    ]);
    expect(preview.facts[0]?.value).toBe('This console, which created it for this request');
    expect(preview.warnings.map(({ code }) => code)).not.toContain('FOREIGN_AUTHENTICATOR');
    expect((await running.bootstrap()).credentials).toHaveLength(1);
    expect(passed(await running.review(preview, 'approve'))).toEqual([]);
    await browser.sees('Done. You can close this page and go back to KeyOps Console.');
    const { publicKey } = await passkey();
    expect(await authenticatorOf(publicKey)).toMatchObject({ authenticatorName: 'Phone' });
    expect(await place?.keychain.list()).not.toContain(`credential:${publicKey}`);
    expect(ceremonies()).toBe(1);
  });

  it('makes no second passkey in the same authenticator, and can be called off on the page', async () => {
    running.host.browse = async (url) => {
      await browse(url);
      await browser.sees('This authenticator already has your passkey for KeyOps Console.');
      await browser.press('Cancel');
    };
    await expect(running.call('passkeys.register', { label: 'Twice' })).rejects.toMatchObject({
      code: 'BROWSER_CANCELLED',
    });
    running.host.browse = browse;
    expect((await running.bootstrap()).credentials).toHaveLength(2);
    ceremonies();
  });

  it('stamps a request with the passkey, and reads without asking it', async () => {
    const { publicKey } = await passkey();
    await running.call('credentials.select', { publicKey });
    const preview = await keyRequest('by-passkey');
    expect(preview.credential).toMatchObject({ label: 'Phone', publicKey });
    expect(ceremonies()).toBe(0);
    expect((await running.review(preview, 'approve')).state).toBe('completed');
    expect(ceremonies()).toBe(1);
    const [line] = await running.call<JournalLine[]>('journal.list', {
      before: null,
      limit: 1,
      filter: 'changes',
    });
    expect(line).toMatchObject({ publicKey, operation: 'create_private_keys', outcome: 'completed' });
    expect((await running.bootstrap()).profiles[0]).toMatchObject({ username: expect.any(String) as string });
    expect(ceremonies()).toBe(0);
  });

  it('opens a session by one ceremony, which stamps and reads from then on', async () => {
    const preview = await running.call<Preview>('loginSessions.prepare', {
      origin: 'stamp-login',
      label: 'By passkey',
      expirationSeconds: 3600,
      invalidateExisting: false,
    });
    expect(passed(await running.review(preview, 'approve'))).toEqual([]);
    expect(ceremonies()).toBe(1);
    const [session] = await running.call<LoginSession[]>('loginSessions.list');
    expect(session).toMatchObject({ label: 'By passkey' });
    await running.call('loginSessions.end', { publicKeys: [session?.publicKey] });
  });

  it('leaves nothing behind when the ceremony is called off, and sends nothing', async () => {
    running.host.browse = () => running.call('passkeys.cancel');
    const preview = await keyRequest('never');
    expect(await running.review(preview, 'approve')).toMatchObject({
      state: 'failed',
      code: 'BROWSER_CANCELLED',
    });
    running.host.browse = browse;
    expect(await running.call('requests.unfinished')).toEqual([]);
    expect(
      (await running.call<{ privateKeyName: string }[]>('keys.list')).map((key) => key.privateKeyName),
    ).toEqual(['by-passkey']);
  });

  it('calls a ceremony off when the console is locked', async () => {
    running.host.browse = () => running.call('app.lock');
    expect(await running.review(await keyRequest('locked'), 'approve')).toMatchObject({
      code: 'BROWSER_CANCELLED',
    });
    running.host.browse = browse;
    await expect(running.call('passkeys.register', { label: 'Locked' })).rejects.toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
    await running.call('app.unlock');
  });

  it('attack: a tampered assertion, one for another body, or one that was used, is refused by the service', async () => {
    const { publicKey } = await passkey();
    const { credentialId } = await authenticatorOf(publicKey);
    const { profiles } = await running.bootstrap();
    const { baseUrl, organizationId } = profiles[0] ?? {};
    const known = {
      publicKey,
      credentialId,
      rpId: 'localhost',
      userId: '',
      username: '',
      organizationName: '',
    };
    const stamper = passkeyStamper(
      createCeremonies({
        tell: () => undefined,
        opener: { open: browse, clear: () => Promise.resolve() },
        clock: systemClock,
      }),
      known,
      'Phone',
    );
    const body = JSON.stringify({ organizationId });
    const ask = async (text: string, { name, value }: { name: string; value: string }): Promise<number> => {
      const headers = { 'content-type': 'application/json', [name]: value };
      return (await fetch(`${baseUrl}/public/v1/query/whoami`, { method: 'POST', headers, body: text }))
        .status;
    };
    const stamp = await stamper.stamp(toUtf8(body));
    const parts = JSON.parse(stamp.value) as { authenticatorData: string; signature: string };
    const changed = (member: 'authenticatorData' | 'signature') => {
      const bytes = Buffer.from(parts[member], 'base64url');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      const value = JSON.stringify({ ...parts, [member]: bytes.toString('base64url') });
      return { name: stamp.name, value };
    };
    expect(await ask(body, changed('signature'))).toBe(401);
    expect(await ask(body, changed('authenticatorData'))).toBe(401);
    expect(await ask(`${body} `, stamp)).toBe(401);
    expect(await ask(body, stamp)).toBe(200);
    expect(await ask(body, stamp)).toBe(401);
  });

  it('stamps after a restart, which asks nobody who it is', async () => {
    if (place === undefined) return;
    ceremonies();
    await running.console.close();
    running = await runConsole(place);
    running.host.browse = browse;
    await running.untilReady();
    expect(ceremonies()).toBe(0);
    const preview = await keyRequest('after-restart');
    expect(preview.credential.label).toBe('Phone');
    expect((await running.review(preview, 'approve')).state).toBe('completed');
    expect(ceremonies()).toBe(1);
  });

  it('forgets a passkey, and the key stamps again', async () => {
    const { publicKey } = await passkey();
    const forgetting = running.call('credentials.forget', { publicKey });
    await decideNext(running, 'approve');
    await forgetting;
    expect((await running.bootstrap()).credentials).toMatchObject([{ label: 'Laptop', current: true }]);
  });
});

/** The checks of an outcome that did not pass; its state where it was not completed. */
const passed = (outcome: Outcome): unknown =>
  outcome.state === 'completed' ? outcome.verifications.filter((check) => !check.passed) : outcome;
