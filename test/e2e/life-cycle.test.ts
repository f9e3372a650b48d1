import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { enroll, prepareKey, review } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { cancelButton } from '../tour/decide.ts';
import { type Launched, launchConsole } from './launch.ts';
import { findInFiles } from './leak-search.ts';
import { servicePid } from './service-process.ts';

const NAME = 'A key that nobody approved';

/** Whether anything answers at an address. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Closes the window as its cross does; in Electron until the program has ended. */
async function closeWindow({ electron, page }: Launched): Promise<void> {
  if (electron === undefined) {
    await page.close();
    return;
  }
  // Each step of closing may take its ten seconds.
  const ended = electron.waitForEvent('close', { timeout: 90_000 });
  await electron.evaluate(({ BrowserWindow }) => {
    // After this call is answered: it must not be cut off by the end of the program.
    setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0);
  });
  await ended;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describeHosts(['electron', 'chromium'], 'closing the window', (host) => {
  it('ends the program and the service behind it, and denies what waits for an approval', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-closing-'));
    const launched = await launchConsole({ host, dataFolder });
    await enroll(launched.page);
    const { baseUrl } = await launched.page.evaluate(async () => {
      const { keyops } = window as unknown as {
        keyops: { app: { bootstrap(): Promise<{ value: { profiles: { baseUrl: string }[] } }> } };
      };
      const [local] = (await keyops.app.bootstrap()).value.profiles;
      return { baseUrl: local?.baseUrl ?? '' };
    });
    expect(await answers(baseUrl)).toBe(true);
    const { id } = await prepareKey(launched.page, NAME);
    // Nobody hears how it ended: the window that asked is gone by then.
    void review(launched.page, id).catch(() => undefined);
    const surface = await launched.waitForApproval();
    await cancelButton(surface).waitFor();
    await closeWindow(launched);
    await vi.waitFor(async () => expect(await answers(baseUrl)).toBe(false), { timeout: 30_000 });
    await launched.close();
    // Neither the console nor the service has written a word of it; the credential that was made is there to be found.
    expect(await findInFiles(dataFolder, [NAME])).toEqual([]);
    expect(await findInFiles(dataFolder, ['API_KEY_CURVE_P256'])).not.toEqual([]);
    await rm(dataFolder, { recursive: true });
  });

  it.skipIf(process.platform !== 'linux')('ends both though the service stands still', async () => {
    const launched = await launchConsole({ host });
    await enroll(launched.page);
    const pid = await servicePid(launched);
    process.kill(pid, 'SIGSTOP');
    await closeWindow(launched);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });
    await launched.close();
  });
});

describeHosts(['electron'], 'an error that nobody caught', (host) => {
  it('is in the log, holds nothing up, and shows no box; not even while the program ends', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-uncaught-'));
    const launched = await launchConsole({ host, dataFolder });
    await enroll(launched.page);
    const throwNow = (when: 'now' | 'at the end') =>
      launched.electron?.evaluate(({ app }, moment) => {
        const fail = (): void => {
          throw new Error(`Nobody caught this ${moment}.`);
        };
        if (moment === 'now') setImmediate(fail);
        else {
          const exit = app.exit.bind(app);
          app.exit = (status) => {
            process.nextTick(fail);
            setImmediate(fail);
            exit(status);
          };
        }
      }, when);
    await throwNow('now');
    const log = join(dataFolder, 'logs/console.log');
    await expect.poll(() => readFile(log, 'utf8')).toContain('Nobody caught this now.');
    // The process answers: a box would have held it.
    await prepareKey(launched.page, NAME);
    await throwNow('at the end');
    await closeWindow(launched);
    await launched.close();
    await rm(dataFolder, { recursive: true });
  });
});
