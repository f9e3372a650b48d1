// Twenty-five votes in as many clicks and keys as an operator counts: one approval spells out each of the requests.
import { expect, it, vi } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { freshSigner, send, stampHeader } from '../fixtures/local-service.ts';
import { keyNamed } from '../fixtures/voters.ts';
import { axeFaults } from '../renderer/axe.ts';
import { approve, createCredential } from '../tour/steps.ts';
import { callBridge, pressSomething } from './bridge-calls.ts';
import { countPresses } from './count-presses.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';

const VOTES = 25;
const MOST = 4;

describeHosts(['electron', 'chromium'], 'votes in numbers', (host) => {
  it(`casts ${VOTES} votes in ${MOST} clicks and keys`, async () => {
    const launched = await launchConsole({ host });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const bob = freshSigner();
    const call = async <T>(path: string, input?: unknown): Promise<T> => {
      const answer = await callBridge(page, path, input);
      if (!answer.ok) throw new Error(`${path}: ${answer.code}: ${answer.message}`);
      return answer.value as T;
    };
    const ask = async (operation: string, parameters: object): Promise<Outcome> => {
      const { id } = await call<Preview>('requests.prepare', { operation, parameters });
      await pressSomething(page);
      const outcome = call<Outcome>('requests.review', { previewId: id });
      await approve(stage, '');
      return outcome;
    };
    try {
      await createCredential(stage, 'ops-laptop');
      const profile = await vi.waitFor(
        async () => {
          const [found] = (await call<AppSnapshot>('app.bootstrap')).profiles;
          if (found?.userId == null) throw new Error('The service has not said who this is.');
          return found;
        },
        { timeout: 30_000, interval: 100 },
      );
      const apiKey = { apiKeyName: 'program', publicKey: bob.publicKey, curveType: 'API_KEY_CURVE_P256' };
      const added = await ask('create_users', {
        users: [{ userName: 'Bob', apiKeys: [apiKey], authenticators: [], oauthProviders: [], userTags: [] }],
      });
      if (added.state !== 'completed') throw new Error('Bob was not added.');
      const { userIds } = added.result as { userIds: string[] };
      await ask('update_root_quorum', { threshold: 2, userIds: [profile.userId, ...userIds] });
      const create = operationByPath('create_private_keys');
      for (let index = 1; index <= VOTES; index += 1) {
        const body = JSON.stringify({
          type: create?.kind === 'submit' ? create.type : '',
          timestampMs: String(Date.now()),
          organizationId: profile.organizationId,
          parameters: keyNamed(`payroll-${String(index).padStart(2, '0')}`),
        });
        const url = `${profile.baseUrl}/public/v1/submit/create_private_keys`;
        expect((await send(url, body, stampHeader(body, bob))).json.activity).toBeDefined();
      }

      // What is new is told with the look that counts all of them, and goes by itself: nothing moves under the presses then.
      await page.getByRole('navigation').getByLabel(`${VOTES} waiting for you`).waitFor();
      await page.getByText('A request waits for your vote').first().waitFor({ state: 'detached' });
      // From the screen that the console opens on.
      await page.getByRole('heading', { name: 'Sign a transaction', level: 1 }).waitFor();
      const inWindow = await countPresses(page);
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Activities/ })
        .click();
      // The card beside the list asks for what it shows before it is pressed on.
      await page.getByText(/^Create the P-256 key “payroll-25”/).waitFor();
      await page.keyboard.press('Control+a');
      const review = page.getByRole('button', { name: `Review ${VOTES} requests` });
      await review.waitFor();
      await page.getByText(`${VOTES} waiting for you`).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'votes-marked');
      await review.click();
      const surface = await launched.waitForApproval();
      await surface.getByText(`You vote on ${VOTES} requests`).waitFor();
      await keepPicture(host, surface, 'votes-many');
      const inApproval = await countPresses(surface);
      await approve(stage, '');
      await page.getByText(`${VOTES} votes counted`).waitFor();
      await page.getByText(`${VOTES} waiting for you`).waitFor({ state: 'detached' });
      expect(inWindow.count + inApproval.count).toBe(MOST);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
