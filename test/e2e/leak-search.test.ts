// What searches for secrets has to find them: one is put into every place that it looks at.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { approve, createCredential } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';
import { findLeaks, storeStates } from './leak-search.ts';

const WORDS = 'leaf lady until indicate praise final route toast cake minimum insect unknown';

describeHosts(['electron', 'chromium'], 'the search for leaked secrets', (host) => {
  it('finds a secret in a field, a store, the words on the screen, a log and a file, and none elsewhere', async () => {
    const launched = await launchConsole({ host });
    const { page, dataFolder } = launched;
    const fresh = (): string => randomBytes(32).toString('hex');
    const [absent, typed, logged, filed] = [fresh(), fresh(), fresh(), fresh()];
    try {
      await createCredential({ ...launched, onScene: () => Promise.resolve() }, 'ops-laptop');
      const field = page.getByRole('textbox', { name: /^Unsigned transaction/ });
      await field.fill(typed);
      await page.evaluate((text) => {
        // eslint-disable-next-line no-console -- what a page says is one of the places.
        console.log(text);
      }, Buffer.from(logged, 'hex').toString('base64'));
      await writeFile(join(dataFolder, 'left-behind'), Buffer.from(filed, 'hex'));
      await page.evaluate((words) => {
        const grid = document.createElement('ol');
        for (const word of words.split(' '))
          grid.append(Object.assign(document.createElement('li'), { textContent: word }));
        document.body.append(grid);
      }, WORDS);

      // Far more stores than one screen uses: those of all features.
      expect((await storeStates(page)).length).toBeGreaterThan(8);
      expect(await findLeaks(launched, [absent])).toEqual([]);
      expect(await findLeaks(launched, [typed])).toEqual(
        expect.arrayContaining(['the document: as it is', expect.stringMatching(/^store \d+: as it is$/)]),
      );
      expect(await findLeaks(launched, [logged])).toContain('what the program said: base64');
      expect(await findLeaks(launched, [filed])).toEqual(['left-behind: bytes']);
      expect(await findLeaks(launched, [WORDS])).toContain('the words on the screen: words');
    } finally {
      await launched.close();
    }
  });

  it('searches each console that a test closes for what its keychain keeps, a key that was brought among it', async () => {
    const launched = await launchConsole({ host });
    const { page, dataFolder } = launched;
    const folder = await mkdtemp(join(tmpdir(), 'keyops-bring-'));
    const key = randomBytes(32).toString('hex');
    await writeFile(join(folder, 'ops.key'), key);
    await page.getByRole('button', { name: 'Import an API key' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('ops-laptop');
    await page.getByRole('textbox', { name: 'Key file' }).fill(join(folder, 'ops.key'));
    await page.getByRole('button', { name: /Curve$/ }).click();
    await page.getByRole('option', { name: 'P-256', exact: true }).click();
    await page.getByRole('button', { name: /^Import API key/ }).click();
    // The path was typed: the approval surface names it first, and then the key that the file holds.
    await approve({ ...launched, onScene: () => Promise.resolve() }, '');
    await approve({ ...launched, onScene: () => Promise.resolve() }, '');
    await page.getByRole('button', { name: /^Open the console/ }).click();
    await page.getByRole('textbox', { name: /^Unsigned transaction/ }).waitFor();
    await rm(folder, { recursive: true });
    expect(await findLeaks(launched, [key])).toEqual([]);
    await writeFile(join(dataFolder, 'left-behind'), Buffer.from(key, 'hex'));
    await expect(launched.close()).rejects.toThrow('left-behind: bytes');
  });
});
