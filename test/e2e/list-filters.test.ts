// Lists are narrowed by what is typed, and what was typed is kept under a name, across a restart.
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchOnWorld } from './launch-on-world.ts';

const person = (index: number) => ({
  ...{ apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] },
  userName: `Desk ${index}`,
  userEmail: `desk-${index}@${index % 4 === 0 ? 'night' : 'day'}.example`,
});

describeIn('chromium', 'a list', (host) => {
  it('is narrowed by words that are saved, found after a restart, and chosen in one press', async () => {
    const on = await launchOnWorld(host);
    try {
      const { launched, world } = on;
      let { page } = launched;
      const visit = (name: string): Promise<void> =>
        page.getByRole('navigation').getByText(name, { exact: true }).click();
      const find = (list: string) => page.getByRole('searchbox', { name: `Find: ${list}` });
      world.service.now = Date.now();
      await world.done('create_users', { users: Array.from({ length: 12 }, (_, index) => person(index)) });
      await visit('Organization');
      await find('Users').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('night');
      await page.getByText('3 of 13', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Saved filters' }).click();
      await page.getByRole('menuitem', { name: 'Save filter…' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Night desk');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Night desk', exact: true }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'list-filters');

      // Another list has words of its own; these are there when one comes back.
      await page.getByRole('radio', { name: 'Permissions', exact: true }).click();
      await find('Permissions').fill('wallet');
      await page.getByText(/^\d+ of \d+$/).waitFor();
      expect(await page.getByRole('button', { name: 'Night desk', exact: true }).count()).toBe(0);
      await visit('Settings');
      await visit('Organization');
      expect(await find('Users').inputValue()).toBe('night');
      await page.getByText('3 of 13', { exact: true }).waitFor();
      expect(launched.problems).toEqual([]);

      const again = await on.restart();
      ({ page } = again);
      world.service.now = Date.now();
      await visit('Organization');
      await find('Users').waitFor();
      expect(await find('Users').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Night desk', exact: true }).click();
      await page.getByText('3 of 13', { exact: true }).waitFor();
      await find('Users').fill('nobody');
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await page.getByRole('row', { name: 'Desk 1' }).first().waitFor();
      expect(again.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
