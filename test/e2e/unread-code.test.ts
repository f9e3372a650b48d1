// A file of the window that can't be read: Electron's engine doesn't ask for it again in the same page.
import { expect, it } from 'vitest';
import { describeIn } from './describe-hosts.ts';
import { launchOnWorld } from './launch-on-world.ts';

describeIn('electron', 'a screen whose file can’t be read', (host) => {
  it('is there after “Try again”, on the same screen of a page that was loaded anew', async () => {
    const on = await launchOnWorld(host);
    const { page } = on.launched;
    try {
      await page.route(/journal-screen-[^/]*\.js$/, (route) => route.abort());
      await page.goto(page.url());
      const nav = page.getByRole('navigation', { name: 'Screens' });
      await nav.getByRole('button', { name: 'Journal' }).click();
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.unrouteAll();
      await again.click();
      await page.getByRole('main').getByText('Journal verified').waitFor();
      expect(await nav.locator('[aria-current=page]').innerText()).toBe('Journal');
    } finally {
      await on.close();
    }
  });
});
