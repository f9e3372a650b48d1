// Every screen there is, in both schemes and in the smallest window: pictures for whoever looks, axe, and nothing cut off.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SCREEN_IDS, type ScreenId } from '#renderer/navigation/navigation.ts';
import { GO_TO } from '#renderer/navigation/shortcuts.ts';
import { Passkey } from '../fixtures/passkey.ts';
import { takePicture } from '../fixtures/guide-picture.ts';
import { ethereumAccount } from '../fixtures/wallet-accounts.ts';
import { axeFaults } from '../renderer/axe.ts';
import type { World } from '../service/conformance/world.ts';
import { cutOffSideways } from './cut-off.ts';
import { describeIn } from './describe-hosts.ts';
import { endMotion } from './end-motion.ts';
import { launchOnWorld } from './launch-on-world.ts';

const LARGE = { width: 1280, height: 800 };
const SMALLEST = { width: 960, height: 640 };

/** Something for each screen to show. */
async function fill(world: World): Promise<void> {
  const person = { apiKeys: [], oauthProviders: [], userTags: [] };
  await world.done('create_users', {
    users: [
      {
        ...person,
        userName: 'Ann',
        userEmail: 'ann@example.com',
        authenticators: [new Passkey().register()],
      },
      { ...person, userName: 'Bob', userEmail: 'bob@example.com', authenticators: [] },
    ],
  });
  const key = {
    curve: 'CURVE_SECP256K1',
    privateKeyTags: ['hot'],
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  };
  await world.done('create_private_keys', {
    privateKeys: [
      { ...key, privateKeyName: 'Treasury hot' },
      { ...key, privateKeyName: 'Payroll with a name that goes on for longer than its column is wide' },
    ],
  });
  await world.done('create_wallet', {
    walletName: 'Operations',
    accounts: [ethereumAccount(0)],
    mnemonicLength: 12,
  });
}

/** Waits until what is loading is there, and ends what moves. */
async function settle(page: Page): Promise<void> {
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await endMotion(page);
}

describeIn('electron', 'every screen', (host) => {
  it('has no violation, light and dark, and nothing cut off sideways in the smallest window', async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    const faults: string[] = [];
    try {
      await fill(world);
      const sidebar = page.getByRole('navigation', { name: 'Screens' });
      // By the sidebar: a shortcut is text where a screen has put the focus into a field.
      const visit = async (id: ScreenId): Promise<void> => {
        const name = GO_TO[id].does.replace('Go to ', '');
        await sidebar.getByText(name, { exact: true }).click();
        // Outside of what a smaller window moves under it: a tooltip that opens by that may stay.
        await page.mouse.move(LARGE.width - 2, LARGE.height - 2);
        await sidebar.locator('[aria-current="page"]').getByText(name, { exact: true }).waitFor();
      };
      // What the first screen asked when it was opened was before there was anybody to ask as.
      await visit('settings');
      for (const id of SCREEN_IDS) {
        await page.setViewportSize(LARGE);
        world.service.now = Date.now();
        await visit(id);
        for (const scheme of ['dark', 'light'] as const) {
          // The console's theme is the system's: set from here, it would hold until the console's next word.
          // A colour on its way to another one is no colour to measure.
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
          await settle(page);
          await takePicture(page, `screens/${host}/${id}-${scheme}.png`);
          faults.push(...(await axeFaults(page, scheme)).map((fault) => `${id}, ${scheme}: ${fault}`));
        }
        await page.setViewportSize(SMALLEST);
        await settle(page);
        await takePicture(page, `screens/${host}/${id}-smallest.png`);
        faults.push(...(await cutOffSideways(page)).map((cut) => `${id}, smallest: cut off: ${cut}`));
        const lock = await sidebar.getByText('Lock', { exact: true }).boundingBox();
        if (lock === null || lock.y + lock.height > SMALLEST.height) faults.push(`${id}, smallest: sidebar`);
      }
      expect(faults).toEqual([]);
      expect(launched.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
