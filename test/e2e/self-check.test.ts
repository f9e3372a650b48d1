// The self-check in the real windows: what it says of a program that runs, and that each row turns when something is wrong.
import { chmod } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SelfCheck } from '#preload/contract/program.ts';
import { callBridge, enroll } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

describeHosts(['electron', 'chromium'], 'the self-check', (host) => {
  let launched: Launched;
  beforeAll(async () => {
    launched = await launchConsole({ host });
    await enroll(launched.page);
  });
  afterAll(() => launched.close());

  const check = async (): Promise<SelfCheck> => {
    const answer = await callBridge(launched.page, 'program.selfCheck');
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
    return answer.value as SelfCheck;
  };
  const row = async (id: string) => (await check()).rows.find((each) => each.id === id);

  it('measures the running program', async () => {
    const { rows, report } = await check();
    expect(rows.map(({ id, found }) => (found.includes('could not be measured') ? id : null))).not.toContain(
      expect.any(String),
    );
    expect(rows.find(({ id }) => id === 'permissions')).toMatchObject({ state: 'good', details: [] });
    expect(rows.find(({ id }) => id === 'dataFolder')).toMatchObject({ state: 'good' });
    // Tests run as root in a container, where the sandbox can't be had: the row says so.
    const sandboxed = process.getuid?.() !== 0;
    expect(rows.find(({ id }) => id === 'sandbox')).toMatchObject({ state: sandboxed ? 'good' : 'bad' });
    expect(rows.find(({ id }) => id === 'fuses')?.state).toBe('look');
    expect(report).not.toContain(launched.dataFolder);
    expect(report).not.toMatch(/127\.0\.0\.1|\/tmp|\/root|\/home/);
  });

  it('attack: a hostile page answers for the browser', async () => {
    await launched.page.evaluate(() => {
      navigator.permissions.query = () => Promise.resolve({ state: 'granted' } as PermissionStatus);
      Object.assign(globalThis, { Promise: class extends Promise<unknown> {} });
    });
    expect(await row('permissions')).toMatchObject({ state: 'good' });
  });

  it.skipIf(process.platform === 'win32')('turns when the data folder is opened to others', async () => {
    await chmod(launched.dataFolder, 0o755);
    expect(await row('dataFolder')).toMatchObject({ state: 'bad', details: ['.'] });
    await chmod(launched.dataFolder, 0o700);
    expect(await row('dataFolder')).toMatchObject({ state: 'good' });
  });

  // A Chromium window has no session that could be changed from here.
  if (host === 'electron')
    it('turns when the session grants a permission', async () => {
      await launched.electron?.evaluate(({ BrowserWindow }) => {
        const session = BrowserWindow.getAllWindows()[0]?.webContents.session;
        session?.setPermissionCheckHandler(() => true);
      });
      expect(await row('permissions')).toMatchObject({ state: 'bad' });
      await launched.electron?.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.webContents.session.setPermissionCheckHandler(() => false);
      });
      expect(await row('permissions')).toMatchObject({ state: 'good' });
    });

  it('is drawn for the operator', async () => {
    const { page } = launched;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Run self-check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Self-check' });
    await dialog.getByText('Page permissions').waitFor();
    await keepPicture(host, page, 'self-check');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'Updates' }).getByText('no release address').waitFor();
    await keepPicture(host, page, 'about');
    expect(launched.problems).toEqual([]);
  });
});
