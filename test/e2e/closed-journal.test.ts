// A journal that was changed outside the console: told in the window, closed with an approval, and followed by the next one.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { cancel, confirm } from '../tour/decide.ts';
import { createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

describeIn('electron', 'a journal that was changed', (host) => {
  let dataFolder: string;
  let keychainService: string;
  let launched: Launched;
  beforeEach(async () => {
    keychainService = `KeyOps test ${randomUUID()}`;
    dataFolder = await mkdtemp(join(tmpdir(), 'keyops-e2e-'));
    launched = await launchConsole({ host, dataFolder, keychainService });
    await createCredential({ ...launched, onScene: () => Promise.resolve() }, 'ops-laptop');
    await launched.page.getByRole('button', { name: 'Contacts', exact: true }).click();
    await launched.page.getByText('Contacts only', { exact: true }).click();
    await confirm(await launched.waitForApproval());
    await launched.page.getByText('A payment to anyone else is marked as a danger').waitFor();
    await launched.close();
    const file = join(dataFolder, 'journal.jsonl');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"approved"', '"denied"'));
    launched = await launchConsole({ host, dataFolder, keychainService });
  });
  afterEach(async () => {
    await launched.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  it('is closed with an approval, and both are shown', async () => {
    const { page } = launched;
    await page.getByRole('button', { name: 'Journal', exact: true }).click();
    await page.getByText('This journal was changed outside the console').waitFor();
    await page.getByRole('button', { name: 'Close journal' }).click();
    await cancel(await launched.waitForApproval());
    await page.getByText('You canceled this').first().waitFor();
    await keepPicture(host, page, 'journal-changed');
    await page.getByRole('button', { name: 'Close journal' }).click();
    const surface = await launched.waitForApproval();
    await surface.getByText('which was changed outside the console').first().waitFor();
    await keepPicture(host, surface, 'journal-close-approval');
    await surface.getByRole('checkbox').check();
    await confirm(surface);
    const closed = page.getByRole('region', { name: 'Closed journals' });
    await closed.getByText('File and note match').waitFor();
    await page.getByText('Journal verified').waitFor();
    await page.getByText('Begin journal').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'journal-closed');
    expect(launched.problems).toEqual([]);
  });
});
