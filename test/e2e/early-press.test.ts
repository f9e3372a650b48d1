// What an operator presses in a window that is drawn while the console still starts.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cancel } from '../tour/decide.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

const SLOW_START = join(import.meta.dirname, 'fixtures/slow-start.cjs');

interface Start {
  readonly keyopsStart: { isWaiting(): boolean; goOn(): void };
}

describeHosts(['electron'], 'a press while the console starts', (host) => {
  it('asks for its approval once the console is there', async () => {
    const launched = await launchConsole({ host, isFirst: true, switches: ['-r', SLOW_START] });
    const { page, electron } = launched;
    try {
      const isWaiting = () =>
        electron?.evaluate(() => (globalThis as unknown as Start).keyopsStart.isWaiting());
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
      await page.getByRole('button', { name: 'Go without', exact: true }).click();
      expect(launched.approvalShown()).toBe(false);
      await electron?.evaluate(() => (globalThis as unknown as Start).keyopsStart.goOn());
      const surface = await launched.waitForApproval();
      await surface.getByText('Anybody at this computer can then unlock the console').waitFor();
      await cancel(surface);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
