// Every screen of a console that is offline: what needs a network says what to do instead, and nothing ends in a refused socket.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCREEN_IDS } from '#renderer/navigation/navigation.ts';
import { GO_TO } from '#renderer/navigation/shortcuts.ts';
import { addProfile } from '../fixtures/add-profile.ts';
import { unsignedTransfer } from '../fixtures/batch-files.ts';
import { takePicture } from '../fixtures/guide-picture.ts';
import { LocalService } from '../fixtures/local-service.ts';
import { approve } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { describeIn } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

/** What a call says that no service was asked for. */
const REFUSED = /console is offline: (?:nothing was stamped|it didn’t ask)/u;

describeIn('chromium', 'a console that is offline', (host) => {
  it('has a way on at each screen, and asks no service at any', async () => {
    const service = await LocalService.start();
    const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-offline-screens-'));
    await addProfile(dataFolder, service.ready);
    const keychainService = `KeyOps test ${randomUUID()}`;
    const launched = await launchConsole({ host, dataFolder, isOffline: true, keychainService });
    const { page } = launched;
    const go = (name: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Screens' }).getByText(name, { exact: true }).click();
    try {
      const key = { label: 'vault-key', curve: 'API_KEY_CURVE_P256' };
      expect(await callBridge(page, 'credentials.create', key)).toMatchObject({ ok: true });
      await page.setViewportSize({ width: 1280, height: 800 });
      const faults: string[] = [];
      for (const id of SCREEN_IDS) {
        const name = GO_TO[id].does.replace('Go to ', '');
        await go(name);
        await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
        const main = page.locator('main');
        await main.locator('h2, h3, [role=region]').first().waitFor();
        await takePicture(page, `screens/${host}/offline-${id}.png`);
        if (REFUSED.test(await main.innerText())) faults.push(`${id}: a refused call`);
        const isApart = await main.getByText('Not available offline', { exact: true }).isVisible();
        const ways = await main.getByRole('button', { name: 'Go to Offline' }).count();
        if (isApart !== (ways === 1)) faults.push(`${id}: no way on`);
        if ((await main.getByRole('button', { name: 'Try again' }).count()) > 0)
          faults.push(`${id}: try again`);
      }
      expect(faults).toEqual([]);

      // A transaction that was brought here is read, and becomes a request of this console's own.
      await page.getByRole('button', { name: 'Clock not confirmed' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm the clock' }).click();
      await approve({ ...launched, onScene: () => Promise.resolve() }, '');
      await page.keyboard.press('Escape');
      await go('Sign');
      await page.getByRole('textbox', { name: 'Sign with' }).fill(randomUUID());
      await page.keyboard.press('Enter');
      await page
        .getByRole('textbox', { name: 'Unsigned transaction' })
        .fill(unsignedTransfer({ nonce: 3, to: `0x${'5e'.repeat(20)}`, wei: 10n ** 17n }));
      await page.getByText('You review and approve it on the Offline screen.').waitFor();
      expect(await page.getByRole('button', { name: 'Review and approve' }).count()).toBe(0);
      await takePicture(page, `screens/${host}/offline-sign-read.png`);
      await page.getByRole('button', { name: 'Make request file' }).click();
      await page.getByRole('button', { name: /^Review and approve/ }).waitFor();

      // So does a payment by form: nobody is asked for the key, its address is entered.
      await go('Payments');
      const line = (name: string | RegExp) => page.getByRole('textbox', { name });
      await line('From').fill(randomUUID());
      await line(/^Recipient address/).fill(`0x${'5e'.repeat(20)}`);
      await line(/^Amount/).fill('1.5');
      await line('Nonce').fill('3');
      await page.getByText('This isn’t a valid Ethereum address').first().waitFor();
      expect(await page.getByRole('button', { name: 'Make request file' }).count()).toBe(0);
      await line('From').fill(`0x${'a1'.repeat(20)}`);
      await page.keyboard.press('Enter');
      await page.getByText('You review and approve it on the Offline screen.').waitFor();
      expect(await page.getByRole('radio', { name: 'From a file' }).count()).toBe(0);
      await takePicture(page, `screens/${host}/offline-payment.png`);
      // What stands beside the form is of that form alone.
      await line(/^Amount/).fill('1.5 XYZ');
      await page.getByRole('button', { name: 'Make request file' }).waitFor({ state: 'detached' });
      await line(/^Amount/).fill('2.5');
      await page.getByText('Send 2.5 ETH').waitFor();
      await page.getByRole('button', { name: 'Make request file' }).click();
      await page.getByRole('button', { name: /^Review and approve/ }).waitFor();
      await page.getByText('2.5 ETH').first().waitFor();

      // So does what is filled in at Operations.
      await go('Operations');
      await page.locator('[role=option][data-key="sign_raw_payload"]').click();
      await page.getByRole('button', { name: 'Make request file' }).waitFor();

      // A query is not asked.
      await go('Operations');
      await page.locator('[role=option][data-key="get_earn_deploy_status"]').click();
      await page.getByText('A query needs a network').waitFor();
      await page.getByText('its stamp would never expire').waitFor();
      await takePicture(page, `screens/${host}/offline-query.png`);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      await service.stop();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});
