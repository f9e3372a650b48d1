// A backup of the local service in the window: saved, verified, and restored with an approval that names both databases.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { cancel, confirm } from '../tour/decide.ts';
import { createCredential } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';
import { saveInto } from './offline-pair.ts';

describeHosts(['electron', 'chromium'], 'a backup of the local service', (host) => {
  const home = process.env['HOME'];
  let root: string;
  let launched: Launched;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'keyops-e2e-'));
    process.env['HOME'] = root;
    launched = await launchConsole({
      ...{ host, dataFolder: join(root, 'data'), keychainService: `KeyOps test ${randomUUID()}` },
    });
    await createCredential({ ...launched, onScene: () => Promise.resolve() }, 'ops-laptop');
  });
  afterEach(async () => {
    process.env['HOME'] = home;
    await launched.close();
    await rm(root, { recursive: true, force: true });
  });

  it('is saved, verified, refused where it is another’s, and restored', async () => {
    const { page } = launched;
    const saved = host === 'electron' ? root : join(root, 'Downloads');
    await saveInto(launched, root);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const card = page.getByRole('region', { name: 'Local service backups' });
    await card.getByRole('button', { name: 'Back up' }).click();
    await card.getByText('Backup saved and verified').waitFor();
    const [name = ''] = (await readdir(saved)).filter((each) => each.startsWith('keyops-service-'));
    const path = join(saved, name);
    expect(existsSync(path)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await card.scrollIntoViewIfNeeded();
    await keepPicture(host, page, 'service-backup');

    const foreign = join(root, 'foreign.sqlite');
    await writeFile(foreign, 'no database at all, '.repeat(1_000));
    const submit = async (what: string, file: string): Promise<void> => {
      await card.getByRole('button', { name: what }).click();
      const dialog = page.getByRole('dialog', { name: what });
      await dialog.getByRole('textbox', { name: 'Backup file' }).fill(file);
      await dialog.getByRole('button', { name: what }).click();
      // The path was typed: a script can type as well.
      await confirm(await launched.waitForApproval());
    };
    await submit('Verify backup', foreign);
    await page.getByText('This backup can’t be used').waitFor();
    await page.keyboard.press('Escape');

    await submit('Restore backup', path);
    const first = await launched.waitForApproval();
    await first.getByText('Replace the local service’s database').first().waitFor();
    await keepPicture(host, first, 'service-restore-approval');
    await cancel(first);
    await page.getByText('You canceled this').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore backup' }).click();
    const surface = await launched.waitForApproval();
    // The facts are longer than the surface: approving needs their end in view.
    await surface.getByRole('checkbox').waitFor();
    await surface.keyboard.press('End');
    await surface.getByRole('checkbox').check();
    await confirm(surface);
    await card.getByText('Local service restored').waitFor();
    await page.getByText('The local service is running on this computer.').waitFor();
    await card.scrollIntoViewIfNeeded();
    await keepPicture(host, page, 'service-restored');
    expect(launched.problems).toEqual([]);
  });
});
