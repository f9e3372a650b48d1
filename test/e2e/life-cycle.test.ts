import { expect, it, vi } from 'vitest';
import { enrol } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

/** Whether anything answers at an address. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

describeHosts(['electron', 'chromium'], 'closing the window', (host) => {
  it('ends the program and the service behind it', async () => {
    const launched = await launchConsole({ host });
    await enrol(launched.page);
    const { baseUrl } = await launched.page.evaluate(async () => {
      const { keyops } = window as unknown as {
        keyops: { app: { bootstrap(): Promise<{ value: { profiles: { baseUrl: string }[] } }> } };
      };
      const [local] = (await keyops.app.bootstrap()).value.profiles;
      return { baseUrl: local?.baseUrl ?? '' };
    });
    expect(await answers(baseUrl)).toBe(true);
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
  });
});
