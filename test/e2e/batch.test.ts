import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transaction } from 'ethers';
import { expect, it } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { transferLine, transferLines } from '../fixtures/batch-files.ts';
import { freshSigner } from '../fixtures/local-service.ts';
import { type Stage, approve, createCredential, createPrivateKey } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type HostKind, type Launched, launchConsole } from './launch.ts';
import { servicePid } from './service-process.ts';
import { SHOWN_PLACE } from './shown-place.ts';

// More than are sent before the service is stopped.
const COUNT = 500;
/** All of them are read, or sent: on a busy machine that takes longer than any other wait. */
const ALL = { timeout: 300_000 };
const stageOf = (launched: Launched): Stage => ({ ...launched, onScene: () => Promise.resolve() });

/** Runs in the page, which pauses a batch once it says how fast it goes: a test that comes to it later may find it at its end. */
function pauseAtFirstRate(): void {
  const watch = new MutationObserver(() => {
    if (!document.body.textContent.includes(' a second')) return;
    const pause = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pause');
    if (pause === undefined) return;
    watch.disconnect();
    pause.click();
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
}

// Without /proc, only Electron can tell the process of the service.
const HOSTS: readonly HostKind[] = process.platform === 'linux' ? ['electron', 'chromium'] : ['electron'];

describeHosts(HOSTS, 'a batch', (host) => {
  it('is read whole, approved once, paused, goes on after the console died, and ends with one result a line', async () => {
    const [folder, dataFolder] = await Promise.all(
      ['files', 'data'].map((name) => mkdtemp(join(SHOWN_PLACE, `keyops-batch-${name}-`))),
    );
    const place = { host, dataFolder: dataFolder ?? '', keychainService: `KeyOps test ${randomUUID()}` };
    let launched = await launchConsole(place);
    const file = async (name: string, text: string): Promise<string> => {
      const path = join(folder ?? '', name);
      await writeFile(path, text);
      return path;
    };
    const named = new Set<string>();
    const readFileOf = async (path: string): Promise<void> => {
      const { page } = launched;
      await page.getByRole('textbox', { name: 'File' }).fill(path);
      await page.keyboard.press('Enter');
      // A path that was typed is named on the approval surface, once.
      if (!named.has(path)) await approve(stageOf(launched), '');
      named.add(path);
    };
    try {
      await createCredential(stageOf(launched), 'ops-laptop');
      await createPrivateKey(stageOf(launched), 'payouts');
      const keys = await callBridge(launched.page, 'keys.list');
      const [key] = keys.ok ? (keys.value as PrivateKey[]) : [];
      const signWith = key?.privateKeyId ?? '';
      let { page } = launched;
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('button', { name: /^Batch/ })
        .click();

      await readFileOf(
        await file('wrong.jsonl', `${transferLine({ signWith })}\n{"operation":"sign_transaction"}\n`),
      );
      await page.getByText('File rejected; nothing was sent').waitFor();
      expect(await page.getByRole('row', { name: '2', exact: true }).textContent()).toContain('parameters');
      await keepPicture(host, page, 'batch-refused');
      await page.getByRole('button', { name: 'Close' }).click();

      const path = await file('payouts.jsonl', transferLines(signWith, COUNT));
      await readFileOf(path);
      await page.getByText(`Sign and send ${COUNT} requests: ${COUNT} payments of`).waitFor(ALL);
      await page.getByRole('button', { name: `All ${COUNT} requests` }).click();
      await page.getByText('payout-3', { exact: true }).waitFor();
      await keepPicture(host, page, 'batch-prepared');
      const service = await servicePid(launched);
      await page.evaluate(pauseAtFirstRate);
      await page.getByRole('button', { name: `Review ${COUNT} requests` }).click();
      await approve(stageOf(launched), 'batch');
      await page.getByRole('button', { name: /^Resume/ }).waitFor();
      const before = (await readFile(`${path}.results.jsonl`, 'utf8')).split('\n').length - 1;
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(COUNT);

      if (launched.electron === undefined) await page.getByRole('button', { name: /^Resume/ }).click();
      else {
        // Killed during the next run, before it ends: whatever was under way is found again.
        process.kill(service, 'SIGSTOP');
        await page.getByRole('button', { name: /^Resume/ }).click();
        await page.getByRole('button', { name: 'Pause' }).waitFor();
        const gone = new Promise((resolve) => launched.electron?.process().once('exit', resolve));
        launched.electron.process().kill('SIGKILL');
        await gone;
        process.kill(service, 'SIGCONT');
        launched = await launchConsole(place);
        ({ page } = launched);
        await page.getByRole('button', { name: /^Batch/ }).click();
        await page.getByRole('button', { name: /^Resume/ }).click();
        await approve(stageOf(launched), 'batch');
      }
      await page.getByText(`${COUNT} of ${COUNT} done`).waitFor(ALL);
      await keepPicture(host, page, 'batch-ended');
      const results = (await readFile(`${path}.results.jsonl`, 'utf8'))
        .split('\n')
        .slice(0, -1)
        .map(
          (line) =>
            JSON.parse(line) as { line: number; activityId: string; result: { signedTransaction: string } },
        );
      expect(results.map(({ line }) => line).sort((one, other) => one - other)).toEqual(
        Array.from({ length: COUNT }, (_, index) => index + 1),
      );
      expect(new Set(results.map(({ activityId }) => activityId)).size).toBe(COUNT);
      for (const { line, result } of results) {
        const signed = Transaction.from(`0x${result.signedTransaction.replace(/^0x/, '')}`);
        expect([signed.from, signed.nonce]).toEqual([key?.addresses[0]?.address, line - 1]);
      }
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('heading', { name: 'Batch file' }).waitFor();

      // The same key cannot be registered twice: the second line fails, and so it does when it is tried again.
      const { publicKey } = freshSigner();
      const boot = await callBridge(page, 'app.bootstrap');
      const { userId } = (boot.ok ? (boot.value as AppSnapshot) : undefined)?.profiles[0] ?? {};
      const register = ['first', 'second'].map((apiKeyName) => {
        const apiKeys = [{ apiKeyName, publicKey, curveType: 'API_KEY_CURVE_P256' }];
        return JSON.stringify({ operation: 'create_api_keys', parameters: { userId, apiKeys } });
      });
      await readFileOf(await file('twice.jsonl', register.join('\n')));
      await page.getByRole('button', { name: 'Review 2 requests' }).click();
      await approve(stageOf(launched), 'twice');
      const failed = page.getByRole('row').filter({ hasText: 'CREDENTIAL_CONFLICT' });
      await failed.waitFor();
      await keepPicture(host, page, 'batch-failed');
      await page.getByRole('button', { name: 'Retry 1 request' }).click();
      await approve(stageOf(launched), 'again');
      await failed.waitFor();
      await page.getByText('1 of 2 done · 1 failed').waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      for (const each of [folder, dataFolder]) await rm(each ?? '', { recursive: true, force: true });
    }
  });
});
