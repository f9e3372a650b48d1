// What a lock takes away with the page's process, what a crash may write, and what other programs see of a window.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { enroll } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type Launched, launchConsole } from './launch.ts';

const PLANTED = 'a secret that was typed into the window';

/** The id of the process in which a page's scripts run, as the browser says. */
async function processOf(launched: Launched, page: Page): Promise<number> {
  if (launched.electron !== undefined) {
    return launched.electron.evaluate(({ webContents }) => {
      const shown = webContents.getAllWebContents().find((each) => each.getURL().startsWith('app:'));
      return shown?.getOSProcessId() ?? 0;
    });
  }
  const session = await page.context().browser()?.newBrowserCDPSession();
  const info = await session?.send('SystemInfo.getProcessInfo');
  await session?.detach();
  return info?.processInfo.filter(({ type }) => type === 'renderer').at(-1)?.id ?? 0;
}

const isThere = (pid: number): boolean => existsSync(`/proc/${pid}`);

describeHosts(['electron', 'chromium'], 'locking', (host) => {
  it('attack: a script looks for what the window showed before the lock; its process is gone with it', async () => {
    const launched = await launchConsole({ host });
    try {
      const { page } = launched;
      await enroll(page);
      await page.getByRole('button', { name: /^Journal/ }).click();
      await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor();
      await page.evaluate((planted) => Object.assign(globalThis, { planted }), PLANTED);
      const before = await processOf(launched, page);
      expect(isThere(before)).toBe(true);
      await page.keyboard.press('Control+l');
      await page.getByRole('heading', { name: 'The console is locked' }).waitFor();
      await vi.waitFor(() => expect(isThere(before)).toBe(false), { timeout: 10_000, interval: 50 });
      expect(await processOf(launched, page)).not.toBe(before);
      await page.getByRole('heading', { name: 'The console is locked' }).waitFor();
      expect(await page.evaluate(() => 'planted' in globalThis)).toBe(false);
      // It comes back to the screen it was on.
      await page.getByRole('button', { name: /^Unlock/ }).click();
      await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });

  it('attack: the page leaves what it wants to keep in its address; only a screen’s name comes back', async () => {
    const launched = await launchConsole({ host });
    try {
      const { page } = launched;
      await enroll(page);
      await page.evaluate((planted) => history.replaceState(planted, '', `#${encodeURI(planted)}`), PLANTED);
      await page.keyboard.press('Control+l');
      await vi.waitFor(async () => expect(await page.evaluate(() => location.hash)).toBe(''), {
        timeout: 10_000,
      });
      await page.getByRole('heading', { name: 'The console is locked' }).waitFor();
    } finally {
      await launched.close();
    }
  });
});

/** The processes that a process started, and theirs. */
function descendantsOf(pid: number): number[] {
  if (!isThere(pid)) return [];
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').trim().split(' '),
  );
  return children.filter(Boolean).flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

describeHosts(['electron'], 'the installed program’s processes', () => {
  it('attack: a crash writes the memory of a process into a core; none of them may', async () => {
    const launched = await launchConsole({ host: 'electron' });
    try {
      await enroll(launched.page);
      const main = (await launched.electron?.evaluate(() => process.pid)) ?? 0;
      const all = [main, ...descendantsOf(main)];
      const command = (pid: number): string =>
        readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
      expect(all.map(command).filter((line) => line.includes('--type=renderer')).length).toBeGreaterThan(0);
      expect(all.map(command).filter((line) => line.includes('--type=utility')).length).toBeGreaterThan(0);
      expect(all.map(command).filter((line) => line.includes('crashpad'))).toEqual([]);
      for (const pid of all) {
        expect(readFileSync(`/proc/${pid}/coredump_filter`, 'latin1').trim(), command(pid)).toBe('00000000');
        expect(readFileSync(`/proc/${pid}/limits`, 'latin1'), command(pid)).toMatch(
          /^Max core file size +0 +0 /m,
        );
      }
    } finally {
      await launched.close();
    }
  });

  it('attack: another program records the screen; every window is kept out where the system can', async () => {
    const launched = await launchConsole({ host: 'electron' });
    try {
      const asked = await launched.electron?.evaluate(({ BrowserWindow }) => {
        const calls: boolean[] = [];
        const kind = BrowserWindow.prototype as { setContentProtection: (isOn: boolean) => void };
        const { setContentProtection: before } = kind;
        kind.setContentProtection = (isOn) => void calls.push(isOn);
        // Whatever makes a window: what was put on the program holds for it.
        new BrowserWindow({ show: false }).destroy();
        kind.setContentProtection = before;
        const shown = BrowserWindow.getAllWindows().map((window) =>
          // Linux has no such protection, and older runtimes no such question.
          process.platform === 'linux' ? true : window.isContentProtected(),
        );
        return { calls, shown };
      });
      expect(asked).toEqual({ calls: [true], shown: [true] });
    } finally {
      await launched.close();
    }
  });
});
