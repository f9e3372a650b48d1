// What a lock takes away with the page's process, what a crash may write, and what other programs see of a window.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { formsOfBytes, searchMemory } from '../fixtures/memory-search.ts';
import { enroll } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type Launched, launchConsole } from './launch.ts';
import { lockByKey } from './lock-by-key.ts';

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

/** Processes and their memory are looked at where the system shows them. */
const isLinux = process.platform === 'linux';
const isThere = (pid: number): boolean => existsSync(`/proc/${pid}`);

describeHosts(['electron', 'chromium'], 'locking', (host) => {
  it.runIf(isLinux)(
    'attack: a script looks for what the window showed before the lock; its process is gone with it',
    async () => {
      const launched = await launchConsole({ host });
      try {
        const { page } = launched;
        await enroll(page);
        await page.getByRole('button', { name: /^Journal/ }).click();
        await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor();
        await page.evaluate((planted) => Object.assign(globalThis, { planted }), PLANTED);
        const before = await processOf(launched, page);
        expect(isThere(before)).toBe(true);
        await lockByKey(page);
        await vi.waitFor(() => expect(isThere(before)).toBe(false), { timeout: 30_000, interval: 50 });
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
    },
  );

  it('attack: the page leaves what it wants to keep in its address; only a screen’s name comes back', async () => {
    const launched = await launchConsole({ host });
    try {
      const { page } = launched;
      await enroll(page);
      await page.evaluate((planted) => history.replaceState(planted, '', `#${encodeURI(planted)}`), PLANTED);
      await page.keyboard.press('Control+l');
      await vi.waitFor(async () => expect(await page.evaluate(() => location.hash)).toBe(''), {
        timeout: 30_000,
      });
      await page.getByRole('heading', { name: 'The console is locked' }).waitFor();
    } finally {
      await launched.close();
    }
  });
});

/** Runs a script in the window's page through the program itself: the test cannot reach a page whose process was killed. */
async function runInPage(launched: Launched, script: string): Promise<unknown> {
  return launched.electron?.evaluate(({ webContents }, script) => {
    const shown = webContents.getAllWebContents().find((each) => each.getURL().startsWith('app:'));
    return shown?.executeJavaScript(script) as Promise<unknown>;
  }, script);
}

const HEADINGS = "[...document.querySelectorAll('h1, h2')].map((each) => each.textContent).join()";

/** Waits until the page's scripts run in another process. */
const waitForAnother = (launched: Launched, before: number): Promise<void> =>
  vi.waitFor(async () => expect([0, before]).not.toContain(await processOf(launched, launched.page)), {
    timeout: 30_000,
    interval: 100,
  });

describeHosts(['electron'], 'a page', () => {
  const waitForHeading = (launched: Launched, heading: string): Promise<void> =>
    vi.waitFor(async () => expect(await runInPage(launched, HEADINGS)).toContain(heading), {
      timeout: 30_000,
      interval: 100,
    });

  it('attack: it hangs for ever so that a lock cannot take it away; its process is gone with it', async () => {
    const launched = await launchConsole({ host: 'electron', killsPage: true });
    try {
      const { page } = launched;
      await enroll(page);
      const before = await processOf(launched, page);
      await page.evaluate(() => {
        const hang = (): never => {
          for (;;);
        };
        for (const leaving of ['beforeunload', 'pagehide', 'unload']) addEventListener(leaving, hang);
      });
      // The page no longer answers the test either.
      page.keyboard.press('Control+l').catch(() => undefined);
      await waitForAnother(launched, before);
      await waitForHeading(launched, 'The console is locked');
      if (isLinux) await vi.waitFor(() => expect(isThere(before)).toBe(false), { timeout: 30_000 });
    } finally {
      await launched.close();
    }
  });

  it('attack: its process is killed, and its address keeps something; only a screen’s name comes back', async () => {
    const launched = await launchConsole({ host: 'electron', killsPage: true });
    try {
      const { page } = launched;
      await enroll(page);
      const before = await processOf(launched, page);
      await page.evaluate((planted) => history.replaceState(planted, '', `#${encodeURI(planted)}`), PLANTED);
      process.kill(before, 'SIGKILL');
      await waitForAnother(launched, before);
      // Its calls are answered, so it shows what it showed before.
      await waitForHeading(launched, 'Keys');
      expect(await runInPage(launched, 'location.href')).not.toContain('secret');
    } finally {
      await launched.close();
    }
  });
});

/** The processes that a process started, and theirs. */
function descendantsOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((task) => saidOf(`${pid}/task/${task}/children`).trim().split(' '));
  return children.filter(Boolean).flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

/** The threads of a process; none where it has ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    return emptyWhereEnded(error, []);
  }
}

/** What the system says of a process or a thread; nothing where it has ended. */
function saidOf(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'latin1');
  } catch (error) {
    return emptyWhereEnded(error, '');
  }
}

/** @throws what does not come of an end */
function emptyWhereEnded<T>(error: unknown, empty: T): T {
  if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return empty;
  throw error;
}

describeHosts(['electron'], 'the installed program’s processes', () => {
  it.runIf(isLinux)(
    'attack: a crash writes the memory of a process into a core; none of them may',
    async () => {
      const launched = await launchConsole({ host: 'electron' });
      try {
        await enroll(launched.page);
        // Until the service runs, processes come and go.
        await launched.page.locator('footer').getByText('Local service', { exact: true }).waitFor();
        const main = (await launched.electron?.evaluate(() => process.pid)) ?? 0;
        const all = [main, ...descendantsOf(main)]
          .map((pid) => ({
            pid,
            filter: saidOf(`${pid}/coredump_filter`).trim(),
            limits: saidOf(`${pid}/limits`),
            // Last: who has its arguments still was there for what is read above.
            line: saidOf(`${pid}/cmdline`).replaceAll('\0', ' '),
          }))
          // One that has ended has no memory, and no filter.
          .filter(({ line }) => line !== '');
        const linesWith = (word: string): string[] =>
          all.map(({ line }) => line).filter((line) => line.includes(word));
        expect(all.map(({ pid }) => pid)).toContain(main);
        expect(linesWith('--type=renderer').length).toBeGreaterThan(0);
        expect(linesWith('--type=utility').length).toBeGreaterThan(0);
        expect(linesWith('crashpad')).toEqual([]);
        for (const { pid, filter, limits, line } of all) {
          // In the system's sandbox a process dumps nothing, and is not ours to set; the limit holds for it as well.
          if (pid === main || process.getuid?.() === 0) expect(filter, line).toBe('00000000');
          expect(limits, line).toMatch(/^Max core file size +0 +0 /m);
        }
      } finally {
        await launched.close();
      }
    },
  );

  it.runIf(isLinux)(
    'attack: the memory of the locked program is read for a string that it no longer uses; it was overwritten',
    async () => {
      const launched = await launchConsole({ host: 'electron' });
      try {
        const { electron, page } = launched;
        await enroll(page);
        const main = (await electron?.evaluate(() => process.pid)) ?? 0;
        // Made in there: what comes back are numbers, and what is looked for is the text.
        const bytes = await electron?.evaluate(() => {
          const drawn = process.getBuiltinModule('node:crypto').randomBytes(32);
          const text = drawn.toString('hex');
          Object.assign(globalThis, { planted: [text, JSON.stringify({ text })] });
          return [...drawn];
        });
        const forms = formsOfBytes(Buffer.from(bytes ?? [])).filter(({ name }) => name === 'hex');
        const copies = (): string[] => [...searchMemory(main, new Map([['planted', forms]])).keys()];
        expect(copies()).not.toEqual([]);
        await electron?.evaluate(() => Object.assign(globalThis, { planted: null }));
        await lockByKey(page);
        await vi.waitFor(() => expect(copies()).toEqual([]), { timeout: 30_000, interval: 1_000 });
      } finally {
        await launched.close();
      }
    },
  );

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
