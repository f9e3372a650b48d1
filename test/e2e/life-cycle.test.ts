import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { enroll, prepareKey, review } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { cancelButton } from '../tour/decide.ts';
import { launchConsole } from './launch.ts';
import { findInFiles } from './leak-search.ts';

const NAME = 'A key that nobody approved';

/** Whether anything answers at an address. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

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
    if (launched.electron === undefined) await launched.page.close();
    else {
      const ended = launched.electron.waitForEvent('close');
      await launched.electron.evaluate(({ BrowserWindow }) => {
        // After this call is answered: it must not be cut off by the end of the program.
        setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0);
      });
      await ended;
    }
    await vi.waitFor(async () => expect(await answers(baseUrl)).toBe(false), { timeout: 10_000 });
    await launched.close();
    // Neither the console nor the service has written a word of it; the credential that was made is there to be found.
    expect(await findInFiles(dataFolder, [NAME])).toEqual([]);
    expect(await findInFiles(dataFolder, ['API_KEY_CURVE_P256'])).not.toEqual([]);
    await rm(dataFolder, { recursive: true });
  });
});
