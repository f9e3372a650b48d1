// A login at an issuer from the window: declined there, forged from elsewhere, and then done; its session stamps, and ends.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { openPasskeyBrowser, passkeyBrowserPath } from '../fixtures/passkey-browser.ts';
import { axeFaults } from '../renderer/axe.ts';
import type { World } from '../service/conformance/world.ts';
import { approve, createPrivateKey } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchOnWorld } from './launch-on-world.ts';
import { act, choose, sessionNamed } from './session-steps.ts';
import { standForSystemBrowser } from './system-browser.ts';

// Only Linux opens the system's browser by a program that a test can stand for.
const canFollow = process.platform === 'linux' && passkeyBrowserPath !== undefined;

/** The public key that stamped the newest creation of a key, as the service knows it. */
async function stamperOfNewKey({ service }: World): Promise<string | undefined> {
  const { json } = await service.query('list_activities', { paginationOptions: { limit: '10' } });
  const { activities } = listActivities.output.parse(json);
  return activities.find(({ type }) => type.startsWith('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS'))?.votes[0]
    ?.publicKey;
}

describeIn('electron', 'logins at an issuer', (host) => {
  it.skipIf(!canFollow)(
    'attack: one that was not begun here ends nothing; a true one is a session',
    async () => {
      const system = await standForSystemBrowser();
      const browser = await openPasskeyBrowser();
      const on = await launchOnWorld(host);
      const { launched, world } = on;
      const { page } = launched;
      const stage = { ...launched, onScene: () => Promise.resolve() };
      const dialog = page.getByRole('dialog', { name: 'Open a session' });
      const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

      const name = async (session: string, kind: string): Promise<void> => {
        await page.getByRole('button', { name: 'Open a session' }).first().click();
        await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(session);
        await choose(page, 'Kind', kind);
      };
      /** Goes on in the browser. @returns the address that was opened there */
      const begin = async (isNew = false): Promise<URL> => {
        const opened = system.opened();
        await dialog.getByRole('button', { name: /^Continue in the browser/ }).click();
        // The address of an issuer that is new here is approved apart from the window.
        if (isNew) await approve(stage, 'issuer');
        const address = new URL(await opened);
        await dialog.getByText('Continue in your browser').waitFor();
        return address;
      };
      const finish = async (address: URL, session: string): Promise<LoginSession> => {
        await browser.browse(address.href);
        await browser.press('Log in as alice');
        await browser.sees('You are logged in.');
        // The service's clock stands still; the token is of now.
        world.service.now = Date.now();
        await dialog.getByText('alice', { exact: true }).waitFor();
        if (session === 'Sealed desk') await keepPicture(host, page, 'oauth-preview');
        await dialog.getByRole('button', { name: /^Review and approve/ }).click();
        await approve(stage, 'login');
        await row(session).waitFor();
        return sessionNamed(page, session);
      };
      try {
        world.issuer.asksPerson = true;
        await world.done('create_oauth_providers', {
          userId: world.rootUserId,
          oauthProviders: [{ providerName: 'Issuer', oidcClaims: world.claims('alice') }],
        });
        await page
          .getByRole('navigation')
          .getByRole('button', { name: /^Sessions/ })
          .click();

        await name('Issuer desk', 'OAuth login');
        await choose(page, 'Issuer$', 'Another issuer');
        await dialog.getByRole('textbox', { name: 'Issuer URL' }).fill(world.issuer.url);
        await dialog.getByRole('textbox', { name: 'Client ID' }).fill(world.claims('alice').aud);

        await browser.browse((await begin(true)).href);
        await keepPicture(host, page, 'oauth-waits');
        expect(await axeFaults(page)).toEqual([]);
        await browser.press('Decline');
        await browser.sees('You are not logged in.');
        await dialog.getByText('The issuer declined the login.').waitFor();
        await keepPicture(host, page, 'oauth-declined');
        expect(await axeFaults(page)).toEqual([]);

        const address = await begin();
        const forged = new URL(address.searchParams.get('redirect_uri') ?? '');
        forged.search = new URLSearchParams({ code: 'stolen', state: 'of somebody else' }).toString();
        await browser.browse(forged.href);
        await browser.sees('This is not the login that was begun.');
        expect(world.issuer.asked).not.toContain('/token');
        await dialog.getByText('Continue in your browser').waitFor();

        const session = await finish(address, 'Issuer desk');
        expect(address.searchParams.get('code_challenge_method')).toBe('S256');
        const nonce = createHash('sha256').update(session.publicKey).digest('hex');
        expect(address.searchParams.get('nonce')).toBe(nonce);
        expect(session.userId).toBe(world.rootUserId);
        expect(await row('Issuer desk').textContent()).toMatch(/OAuth login.*(?:1:00:00|5\d:\d\d)/);

        await name('Sealed desk', 'OAuth session');
        await choose(page, 'Issuer$', world.issuer.url);
        expect(await axeFaults(page)).toEqual([]);

        await finish(await begin(), 'Sealed desk');
        await act(page, 'Issuer desk', 'Use this credential');
        await row('Issuer desk').getByText('Active').waitFor();
        await keepPicture(host, page, 'oauth-open');
        await createPrivateKey(stage, 'Made after a login');
        expect(await stamperOfNewKey(world)).toBe(session.publicKey);

        await page
          .getByRole('navigation')
          .getByRole('button', { name: /^Sessions/ })
          .click();
        await row('Issuer desk').getByText('Last used').waitFor();
        await page.getByRole('button', { name: 'End all sessions' }).click();
        await page.getByRole('button', { name: 'End 2 sessions' }).click();
        await page.getByText('No open sessions').waitFor();
        expect(launched.problems).toEqual([]);
      } finally {
        await on.close();
        await browser.close();
        await system.close();
      }
    },
  );
});
