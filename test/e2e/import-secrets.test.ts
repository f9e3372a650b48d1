import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { approve, createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';
import { findLeaks } from './leak-search.ts';

describeIn('electron', 'importing secrets', (host) => {
  it('brings a file and a typed secret in under two approvals, and leaves their values nowhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyops-secrets-'));
    const launched = await launchConsole({ host });
    const { page } = launched;
    const fresh = (): string => randomBytes(24).toString('hex');
    const [first, second, typed] = [fresh(), fresh(), fresh()];
    const path = join(folder, 'payments.env');
    await writeFile(path, `STRIPE_SECRET=${first}\nADYEN_API_KEY="${second}"\n`);
    try {
      const stage = { ...launched, onScene: () => Promise.resolve() };
      await createCredential(stage, 'ops-laptop');
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('button', { name: /^Import/ })
        .click();
      await page.getByRole('textbox', { name: 'File or folder' }).fill(path);
      await page.keyboard.press('Enter');
      await approve(stage, '');
      await page.getByRole('row', { name: /STRIPE_SECRET/ }).waitFor();

      await page.getByRole('button', { name: 'Add secrets' }).click();
      await page.getByRole('radio', { name: 'Enter manually' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('STRIPE_SECRET');
      await page.getByLabel('Value').fill(typed);
      await page.keyboard.press('Enter');
      await page.getByText('The name is here twice').first().waitFor();
      await page.getByRole('button', { name: 'Edit STRIPE_SECRET' }).last().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('SMTP_PASSWORD');
      await page.getByRole('button', { name: 'Save changes' }).click();

      await page.getByRole('button', { name: 'Add property to all' }).click();
      await page.getByRole('textbox', { name: 'Property' }).fill('team');
      await page.getByRole('textbox', { name: 'Value' }).fill('payments');
      await page.keyboard.press('Enter');
      await page.getByText('team = payments').nth(2).waitFor();
      await keepPicture(host, page, 'import-secrets-names');
      await page.getByRole('button', { name: 'Import 3 secrets' }).click();
      await approve(stage, 'keys');
      await approve(
        { ...stage, onScene: (_, surface) => keepPicture(host, surface, 'import-secrets-approval') },
        '',
      );
      await page.getByText('3 of 3 imported').waitFor();
      await page.getByText(/Delete .*payments\.env/).waitFor();
      expect(await page.getByRole('gridcell', { name: 'Imported', exact: true }).count()).toBe(3);
      await keepPicture(host, page, 'import-secrets-done');
      expect(await findLeaks(launched, [first, second, typed])).toEqual([]);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
