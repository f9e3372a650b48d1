// A service that deceives, or goes: what the window says of it, and that nothing of it is kept.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SignedData, signEnvelope } from '#protocol/bundle/envelope.ts';
import { exportPrivateKey, listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { getApiKeys } from '#protocol/catalogue/api-keys.ts';
import { type InterferingProxy, deceive, forward, startProxy } from '../fixtures/interfering-proxy.ts';
import { addPolicy } from '../fixtures/team.ts';
import { keyPairOf } from '../protocol/keys.ts';
import { axeFaults } from '../renderer/axe.ts';
import { approve } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';
import { act, sessionNamed } from './session-steps.ts';

interface Answer {
  readonly activity: { readonly result: Readonly<Record<string, Readonly<Record<string, string>>>> };
}

/** An answer with other members in its activity's result. */
function withResult(answer: string, change: (result: Readonly<Record<string, string>>) => object): string {
  const { activity } = JSON.parse(answer) as Answer;
  const result = Object.fromEntries(
    Object.entries(activity.result).map(([name, found]) => [name, { ...found, ...change(found) }]),
  );
  return JSON.stringify({ activity: { ...activity, result } });
}

/** A bundle with the same content that another enclave signed. */
function signedByAnother(bundle: string): string {
  const { data } = JSON.parse(bundle) as { data: string };
  const content = JSON.parse(Buffer.from(data, 'hex').toString()) as SignedData;
  return signEnvelope(content, keyPairOf(3).privateKey);
}

/** A session token that is somebody else's by its payload, under the signature that it had. */
function ofMallory(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...claims, user_id: 'mallory' })).toString('base64url');
  return `${head}.${changed}.${signature}`;
}

describeHosts(['electron', 'chromium'], 'a service that deceives', (host) => {
  let on: OnWorld;
  let proxy: InterferingProxy;
  let page: Page;
  let main: Locator;
  let keyIds: readonly string[] = [];

  // A stamp of more than some minutes ahead is refused, and a slow machine takes longer for all of these.
  beforeEach(() => {
    on.world.service.now = Date.now();
  });
  beforeAll(async () => {
    on = await launchOnWorld(host, async (url) => {
      proxy = await startProxy(url);
      return proxy.url;
    });
    ({ page } = on.launched);
    main = page.getByRole('main');
    const key = { curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
    await on.world.done('create_private_keys', {
      privateKeys: ['Treasury', 'Reserve'].map((privateKeyName) => ({ ...key, privateKeyName })),
    });
    const { privateKeys } = listPrivateKeys.output.parse(
      (await on.world.service.query('list_private_keys')).json,
    );
    keyIds = ['Treasury', 'Reserve'].map(
      (name) => privateKeys.find(({ privateKeyName }) => privateKeyName === name)?.privateKeyId ?? '',
    );
  });
  afterEach(() => proxy.interfere(null));
  afterAll(async () => {
    await on.close();
    await proxy.close();
  });

  const stage = () => ({ ...on.launched, onScene: () => Promise.resolve() });
  const goTo = (name: RegExp): Promise<void> =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  const lie = (operation: string, alter: Parameters<typeof deceive>[2]): void =>
    proxy.interfere(deceive(on.world.service.ready.url, operation, alter));
  const review = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Review and approve/ }).click();
    await approve(stage(), '');
  };
  const bundleFor = async (privateKeyId: string, targetPublicKey: string): Promise<string> =>
    exportPrivateKey.output.parse(
      await on.world.done('export_private_key', { privateKeyId, targetPublicKey }),
    ).exportBundle;

  /** Exports the first key, whose bundle is another one. */
  const exportWith = async (bundle: (real: string, target: string) => string | Promise<string>) => {
    lie('export_private_key', async (answer, asked) => {
      const { parameters } = JSON.parse(asked) as { parameters: { targetPublicKey: string } };
      let exportBundle = '';
      withResult(answer, (real) => ((exportBundle = real['exportBundle'] ?? ''), {}));
      exportBundle = await bundle(exportBundle, parameters.targetPublicKey);
      return withResult(answer, () => ({ exportBundle }));
    });
    await goTo(/^Export/);
    await main.getByRole('button', { name: /Choose one/ }).click();
    await page.getByRole('option', { name: /Treasury/ }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await review();
  };

  it.each([
    ['wrong quorum key', 'Quorum key', (real: string) => signedByAnother(real)],
    ['somebody else’s bundle', 'HPKE', () => bundleFor(keyIds[0] ?? '', on.world.target())],
  ])(
    'attack: %s. The export is not opened, and the check that failed is named',
    async (name, check, make) => {
      await exportWith(make);
      await page.getByText('The bundle did not open').waitFor();
      const checks = await page.getByRole('list', { name: 'Bundle checks' }).locator('li').allInnerTexts();
      expect(checks.at(-1)).toMatch(new RegExp(`^${check} failed`));
      expect(await page.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0);
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, `export-refused-${check.replace(' ', '-').toLowerCase()}`);
      await page.getByRole('button', { name: 'Export something else' }).click();
    },
  );

  it('attack: swapped bundle. Another key of the organization opens, and is an alarm', async () => {
    await exportWith((_real, target) => bundleFor(keyIds[1] ?? '', target));
    await page.getByText('Exported key doesn’t match the service’s record').waitFor();
    await page.getByText('doesn’t match the service’s record', { exact: true }).first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Record failed' }).waitFor();
    expect(await page.locator('[aria-current="step"]').textContent()).toBe('Verify');
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'export-alarm');
    await page.getByRole('button', { name: 'Done and wipe' }).click();
  });

  const openSession = async (name: string): Promise<void> => {
    await goTo(/^Sessions/);
    await main.getByRole('button', { name: 'Open a session' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('button', { name: /^Preview/ }).click();
    await review();
  };

  it('attack: tampered JWT. The session is not kept, and the window says why', async () => {
    lie('stamp_login', (answer) =>
      withResult(answer, ({ session = '' }) => ({ session: ofMallory(session) })),
    );
    await openSession('Forged');
    await page.getByText('The session was not kept').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'sessions-not-kept');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No open sessions').waitFor();
  });

  it('tells that a session was ended elsewhere, and stamps with the key that lasts', async () => {
    await openSession('Evening');
    await page.getByRole('row', { name: /Evening/ }).waitFor();
    const { service, rootUserId: userId } = on.world;
    const { apiKeys } = getApiKeys.output.parse((await service.query('get_api_keys', { userId })).json);
    const { publicKey } = await sessionNamed(page, 'Evening');
    const key = apiKeys.find(({ credential }) => credential.publicKey === publicKey);
    await on.world.done('delete_api_keys', { userId, apiKeyIds: [key?.apiKeyId ?? ''] });
    await act(page, 'Evening', 'Use this credential');
    await page.getByText('Evening was ended elsewhere').waitFor();
    await keepPicture(host, page, 'sessions-ended-elsewhere');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('No open sessions').waitFor();
    await page.getByRole('button', { name: /^Credential: Tester/ }).waitFor();
  });

  it('attack: a request that changed since it was stamped is an alarm, and offers no vote', async () => {
    const asker = await on.world.member();
    await addPolicy(on.world.service, { consensus: 'approvers.count() >= 2', condition: 'true' });
    const key = { curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] };
    await on.world.service.submit(
      'create_private_keys',
      { privateKeys: [{ ...key, privateKeyName: 'For mallory' }] },
      asker.signer,
    );
    // What was stamped is in the votes, with its quotes escaped; what the service says of it is the rest.
    lie('get_activity', (answer) => answer.replaceAll('"For mallory"', '"For you"'));
    await goTo(/^Activities/);
    await page.getByRole('radio', { name: /^Waiting for me/ }).click();
    await page
      .getByText('What the service shows of this request isn’t what its first voter stamped.')
      .waitFor();
    const card = page.getByRole('region', { name: 'Activity: Waiting for you' });
    expect(await card.getByRole('button', { name: /…$/ }).count()).toBe(0);
    expect(await card.innerText()).not.toContain('For you');
    expect(await axeFaults(page)).toEqual([]);
    // The count comes with the next look at what waits.
    await page.getByText('1 waiting for you').first().waitFor({ timeout: 60_000 });
    await keepPicture(host, page, 'votes-changed');
  });

  /** Asks for a key of that name, up to the approval. */
  const askForKey = async (name: string): Promise<void> => {
    await goTo(/^Private keys/);
    await main
      .getByRole('button', { name: /^Create a (private )?key/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: /^Preview/ }).click();
    await page.getByRole('button', { name: /^Review and approve/ }).click();
    await on.launched.waitForApproval();
  };
  const keysNamed = async (name: string): Promise<number> => {
    const { json } = await on.world.service.query('list_private_keys');
    const { privateKeys } = listPrivateKeys.output.parse(json);
    return privateKeys.filter(({ privateKeyName }) => privateKeyName === name).length;
  };

  it('has one activity when the answer is lost and the same bytes are sent again', async () => {
    await askForKey('Once');
    const { url } = on.world.service.ready;
    proxy.interfere((request, response) => {
      void forward(url, request, response, () => {
        response.destroy();
        return '';
      });
    });
    await approve(stage(), '');
    await page
      .getByText('No answer: the request may or may not have taken effect')
      .waitFor({ timeout: 30_000 });
    await keepPicture(host, page, 'no-answer');
    proxy.interfere(null);
    await page.getByRole('button', { name: 'Send the same bytes again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await keysNamed('Once')).toBe(1);
  });

  it('says that a service which went before the approval was never reached, and has nothing to resume', async () => {
    await askForKey('Never');
    await proxy.close();
    await approve(stage(), '');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('can’t be reached').waitFor({ timeout: 30_000 });
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'never-reached');
    expect(await dialog.getByRole('button', { name: 'Send the same bytes again' }).count()).toBe(0);
    expect(await keysNamed('Never')).toBe(0);
    expect(on.launched.problems).toEqual([]);
  });
});
