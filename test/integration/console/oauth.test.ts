import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#main/storage/open-storage.ts';
import { createKnownProfiles } from '#main/vault/row-seals.ts';
import { createVault } from '#main/vault/vault.ts';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { HOSTED_KEYS, type PinnedKeys, pinnedKeys } from '#protocol/pinned-keys.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import { OidcIssuer } from '../../fixtures/oidc-issuer.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';
import { type RunningProcess, startServiceProcess } from '../../fixtures/running-service.ts';

const missing = await keychainMissing();
const clientId = 'keyops-console';

// A service that may ask an issuer of this machine is one of its own, and a profile of the console.
describe.skipIf(missing !== null)(`OAuth logins (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  const data = mkdtempSync(join(tmpdir(), 'keyops-oauth-'));
  let issuer: OidcIssuer;
  let service: RunningProcess;
  let running: RunningConsole;

  const start = async (keys: PinnedKeys): Promise<void> => {
    if (place === undefined) return;
    const storage = await openStorage(place.dataFolder);
    await storage.profiles.setKeys('own', keys);
    // As adding it would: a row that was only changed is refused.
    const profile = (await storage.profiles.list()).find(({ id }) => id === 'own');
    if (profile !== undefined) await createKnownProfiles(place.keychain, storage.profiles).note(profile);
    await storage.close();
    running = await runConsole(place);
    running.host.browse = async (url) => {
      await fetch(url);
    };
  };

  beforeAll(async () => {
    if (place === undefined) return;
    issuer = await OidcIssuer.start();
    const publicKey = await createVault(place.keychain).generate('API_KEY_CURVE_P256');
    service = await startServiceProcess({
      data,
      rootPublicKey: publicKey,
      storageKey: randomBytes(32),
      extraArguments: ['--allow-loopback-issuers'],
    });
    const { url, organizationId } = service.ready;
    const storage = await openStorage(place.dataFolder);
    const profile = { id: 'own', kind: 'hosted', name: 'Own', baseUrl: url } as const;
    await storage.profiles.add(
      { ...profile, organizationId, organizationName: null, keys: null, network: null, moves: 0 },
      1,
    );
    await storage.credentials.add({
      kind: 'key',
      publicKey,
      profileId: 'own',
      curve: 'API_KEY_CURVE_P256',
      label: 'Root',
      createdAtMs: 1,
      expiresAtMs: null,
    });
    await storage.settings.set('profile', 'own');
    await storage.close();
    await start(pinnedKeys.parse(service.ready.keys));
    const oidcClaims = { iss: issuer.url, sub: 'alice', aud: clientId };
    const preview = await running.prepare('create_oauth_providers', {
      userId: service.ready.rootUserId,
      oauthProviders: [{ providerName: 'Issuer', oidcClaims }],
    });
    expect((await running.review(preview, 'approve')).state).toBe('completed');
  });
  afterAll(async () => {
    await running.console.close();
    await service.end();
    await issuer.stop();
    await place?.remove();
    rmSync(data, { recursive: true, force: true });
  });

  const logIn = (origin: LoginSession['origin']): Promise<Preview> =>
    running.call('loginSessions.logIn', {
      origin,
      label: `By ${origin}`,
      issuer: issuer.url,
      clientId,
      expirationSeconds: 3600,
      invalidateExisting: false,
    });
  const accounts = async (): Promise<string[]> => (await place?.keychain.list()) ?? [];

  it.each(['oauth-login', 'oauth'] as const)(
    'opens a session with the token of the issuer: %s',
    async (origin) => {
      const asked = logIn(origin);
      // The issuer's address is new to this console the first time alone.
      if (origin === 'oauth-login') await decideNext(running, 'approve');
      const outcome = await running.review(await asked, 'approve');
      expect(failures(outcome)).toEqual([]);
      const [session] = await running.call<LoginSession[]>('loginSessions.list');
      expect(session).toMatchObject({ origin, userId: service.ready.rootUserId, profileName: 'Own' });
      expect(await accounts()).toContain(`credential:${session?.publicKey ?? ''}`);
      await running.call('loginSessions.end', { publicKeys: [session?.publicKey] });
    },
  );

  it('calls a login off when the console is locked', async () => {
    running.host.browse = async () => {
      await running.call('app.lock');
    };
    await expect(logIn('oauth-login')).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
    await running.call('app.unlock');
  });

  it('attack: a session token that the pinned key did not sign is not kept', async () => {
    await running.console.close();
    await start(HOSTED_KEYS);
    const before = await accounts();
    const outcome = await running.review(await logIn('oauth-login'), 'approve');
    expect(failures(outcome)).toEqual(['SIGNATURE_INVALID']);
    expect(await running.call('loginSessions.list')).toEqual([]);
    expect(await accounts()).toEqual(before);
  });
});

const failures = (outcome: Outcome): string[] =>
  outcome.state === 'completed'
    ? outcome.verifications.filter((check) => !check.passed).map(({ name }) => name)
    : [outcome.state];
