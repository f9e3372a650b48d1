// A key ceremony with two windows, one of them offline: from the first name to a transcript that keyops verifies, with the
// pictures of docs/guide/offline.md; and what a lock leaves of a share.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkTranscript } from '#protocol/offline/check-transcript.ts';
import { readTranscript } from '#protocol/offline/transcript.ts';
import { KEYOPS } from '../fixtures/keyops-terminal.ts';
import { addMember } from '../fixtures/team.ts';
import { approve } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import type { Launched } from './launch.ts';
import { findLeaks } from './leak-search.ts';
import { lockByKey } from './lock-by-key.ts';
import { launchPair, saveInto } from './offline-pair.ts';

const ADA = 'Ada Lovelace';
const BOB = 'Bob Noyce';
const PASSPHRASE = 'correct horse battery staple';

const goTo = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
/** What stands in the window, with what is hidden in its fields. */
const documentOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...Array.from(document.querySelectorAll('input'), ({ value }) => value),
    ].join('\n'),
  );

describeIn('electron', 'a key ceremony', (host) => {
  it('goes from the first name to a transcript that is verified elsewhere', async () => {
    const home = process.env['HOME'];
    // Where Chromium saves; Electron's dialog is answered with a folder in it.
    const saved = await mkdtemp(join(tmpdir(), 'keyops-ceremony-'));
    process.env['HOME'] = saved;
    const pair = await launchPair(host);
    const { service, online, offline } = pair;
    const { page } = offline;
    const folder = host === 'electron' ? saved : join(saved, 'Downloads');
    const approved = (launched: Launched, picture?: string): Promise<void> =>
      approve(pair.stageOf(launched, picture), '');
    const newest = async (ending: string): Promise<string> => {
      const name = (await readdir(folder))
        .filter((each) => each.endsWith(ending))
        .sort()
        .at(-1);
      return join(folder, name ?? 'none');
    };
    const choose = async (label: string, option: string): Promise<void> => {
      await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    /** Shows the share whose turn it is, and gives its words. */
    const showShare = async (): Promise<string[]> => {
      await press(page, 'Show');
      const words = page.getByRole('list', { name: 'Words of this share' });
      await words.waitFor();
      return words.getByRole('listitem').allTextContents();
    };
    const beginBackup = async (): Promise<void> => {
      await choose('Shares in all', '2');
      await press(page, 'Back up on paper');
      await approved(offline, 'ceremony-backup');
      await page.getByRole('heading', { name: 'Share 1 of 2' }).waitFor();
    };
    try {
      await saveInto(offline, folder);
      await saveInto(online, folder);
      await pair.enroll(online, 'Admin', service.ready.rootUserId);
      await callBridge(online.page, 'app.recheck');

      // Offline: begun on a console that has no credential yet, and the credentials made.
      await page.getByRole('button', { name: /^Begin a key ceremony/ }).click();
      await pair.confirmClock();
      await page.getByRole('textbox', { name: 'Name of the ceremony' }).fill('Vault keys');
      await page.getByRole('textbox', { name: 'Person 1' }).fill(ADA);
      await page.getByRole('textbox', { name: 'Person 2' }).fill(BOB);
      await keepPicture(host, page, 'ceremony-begin');
      await page.keyboard.press('Enter');
      for (const name of [ADA, BOB]) {
        await page.getByRole('heading', { name: `The credential of ${name}` }).waitFor();
        await press(page, 'Create credential');
      }

      // Ada's backup on paper. The console is locked while her first share is on the screen.
      await page.getByRole('heading', { name: `Back up the credential of ${ADA}` }).waitFor();
      await beginBackup();
      const lost = await showShare();
      expect(lost).toHaveLength(33);
      await lockByKey(page);
      // Attack: a share word in the DOM after lock.
      const locked = await documentOf(page);
      for (let at = 0; at + 1 < lost.length; at += 1)
        expect(locked).not.toContain(`${lost[at] ?? ''}</li><li>${lost[at + 1] ?? ''}`);
      expect(await page.getByRole('list', { name: 'Words of this share' }).count()).toBe(0);
      await page.getByRole('button', { name: /^Unlock/ }).click();
      await goTo(page, 'Key ceremony');
      await press(page, 'Open Vault keys');
      // That backup is over: nobody can type it to its end.
      await page.getByRole('heading', { name: `Back up the credential of ${ADA}` }).waitFor();
      await beginBackup();
      const papers: string[][] = [];
      for (const number of [1, 2]) {
        await page.getByRole('heading', { name: `Share ${number} of 2` }).waitFor();
        // Hidden until somebody asks.
        expect(await page.getByRole('list', { name: 'Words of this share' }).count()).toBe(0);
        const words = await showShare();
        papers.push(words);
        if (number === 1) await keepPicture(host, page, 'ceremony-share');
        await page
          .getByRole('textbox', { name: 'Words from the paper' })
          .fill(words.map((each) => each.slice(0, 4)).join(' '));
        // Typed from the paper: the words are hidden then.
        await page.getByRole('list', { name: 'Words of this share' }).waitFor({ state: 'detached' });
        await page.keyboard.press('Enter');
      }

      // Bob's in a file.
      await page.getByRole('heading', { name: `Back up the credential of ${BOB}` }).waitFor();
      await page.getByRole('radio', { name: 'File, passphrase' }).click();
      await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(PASSPHRASE);
      await page.getByRole('textbox', { name: 'Confirm passphrase' }).fill(PASSPHRASE);
      await page.keyboard.press('Enter');
      await approved(offline);

      // Both are tried.
      await page.getByRole('heading', { name: `Trial restore for ${ADA}` }).waitFor();
      for (const [at, words] of papers.entries()) {
        const field = page.getByRole('textbox', {
          name: at === 0 ? 'Words of a share' : 'Words of share 2 of 2',
        });
        await field.fill(words.join(' '));
        await page.keyboard.press('Enter');
      }
      await page.getByRole('heading', { name: `Trial restore for ${BOB}` }).waitFor();
      await page.getByRole('textbox', { name: 'Backup file' }).fill(await newest('.age'));
      await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
      await page.keyboard.press('Enter');
      await approved(offline);

      // The public keys go to the online console, and their registrations come back.
      await press(page, 'Save public keys…');
      await page.getByRole('heading', { name: `Registration of ${ADA}’s credential` }).waitFor();
      const keys = await newest('.keyops-keys');
      for (const name of [ADA, BOB]) {
        const { userId } = await addMember(service, name);
        await goTo(online.page, 'Key ceremony');
        await online.page.getByRole('textbox', { name: 'File of public keys' }).fill(keys);
        await online.page.keyboard.press('Enter');
        // A path that was named once isn't asked for again.
        if (name === ADA) await approved(online);
        const form = online.page.getByRole('region', { name: `Register the key of ${name}` });
        await form.getByRole('textbox', { name: 'ID of the user who gets it' }).fill(userId);
        if (name === ADA) await keepPicture(host, online.page, 'ceremony-register');
        service.now = Date.now();
        await form.getByRole('button', { name: 'Make request' }).click();
        // By key: the preview arrives when it is decoded, and moves the button.
        await online.page.getByRole('button', { name: /^Review and approve/ }).press('Enter');
        await approved(online);
        await online.page.getByText('Approved on this computer').waitFor();
        service.now = Date.now();
        await online.page.getByRole('button', { name: 'Send request' }).click();
        await online.page.getByText('The service answered').waitFor();
        for (const title of ['Request for', 'Stamp for', 'Answer for']) {
          const card = online.page.getByRole('region', { name: new RegExp(`^${title}`) });
          await card.getByRole('button', { name: 'Save as file…' }).click();
          await card.getByText(/^Saved to/).waitFor();
        }
        await online.page.getByRole('button', { name: 'Back', exact: true }).click();
      }
      await page.getByRole('textbox', { name: 'Folder with the files' }).fill(folder);
      await page.keyboard.press('Enter');
      await approved(offline);

      // Both approve; each reads all entries apart from the window.
      for (const name of [ADA, BOB]) {
        await press(page, `Review and approve as ${name}`);
        await approved(offline, name === ADA ? 'ceremony-approval' : undefined);
      }
      await page.getByRole('heading', { name: 'The ceremony is complete' }).waitFor();
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await keepPicture(host, page, `ceremony-complete-${colorScheme}`);
      }
      await press(page, 'Save transcript…');
      await page.getByText(/^Saved to/).waitFor();
      const file = join(saved, 'kept.keyops-transcript');
      await rename(await newest('.keyops-transcript'), file);
      expect(checkTranscript(readTranscript(await readFile(file))).filter(({ passed }) => !passed)).toEqual(
        [],
      );
      const digest = /--digest ([0-9a-f]{64})/.exec(await page.getByText(/--digest/).innerText())?.[1] ?? '';
      const verified = spawnSync(process.execPath, [KEYOPS, 'verify', file, '--digest', digest], {
        encoding: 'utf8',
      });
      expect(verified.status, verified.stdout + verified.stderr).toBe(0);
      // No share in any store, file, log or document.
      expect(
        await findLeaks(
          offline,
          papers.map((words) => words.join(' ')),
        ),
      ).toEqual([]);
      expect([...offline.problems, ...online.problems]).toEqual([]);
    } finally {
      await pair.close();
      process.env['HOME'] = home;
    }
  });
});
