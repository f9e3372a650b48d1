// What only Electron has: channels, sessions and web preferences, in the real runtime.
import { readdir } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enroll, prepareKey, review } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type Launched, launchConsole } from './launch.ts';
import { cancel, cancelButton } from '../tour/decide.ts';

interface HostileWindow {
  hostile: { invoke(channel: string, ...rest: unknown[]): Promise<unknown> };
}
type InvokeHandler = (event: object, name: string, input?: unknown) => Promise<unknown>;

describeHosts(['electron'], 'the runtime', () => {
  let launched: Launched;
  let electron: ElectronApplication;
  let trap: Server;
  let hits = 0;

  beforeAll(async () => {
    trap = createServer((_request, response) => {
      hits += 1;
      response.end('reached');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    launched = await launchConsole({ host: 'electron' });
    if (launched.electron === undefined) throw new Error('This is not Electron.');
    electron = launched.electron;
    await enroll(launched.page);
  });
  afterAll(async () => {
    await launched.close();
    trap.close();
  });

  it('gives the page a handle of a file that the operator gave it, and none of a file that a script made', async () => {
    const { page } = launched;
    await page.evaluate(() => {
      const input = Object.assign(document.createElement('input'), { type: 'file', id: 'given' });
      document.body.append(input);
    });
    await page.setInputFiles('#given', join(import.meta.dirname, 'electron.security.test.ts'));
    const [given, made, path] = await page.evaluate(async () => {
      const { keyopsHandOver: handOver } = window as unknown as {
        keyopsHandOver: (file: unknown) => Promise<unknown>;
      };
      const input = document.querySelector<HTMLInputElement>('#given');
      const file = input?.files?.item(0);
      input?.remove();
      return [
        await handOver(file),
        await handOver(new File(['a'], '/etc/passwd')),
        await Promise.resolve('/etc/passwd')
          .then(handOver)
          .catch(() => 'thrown'),
      ] as const;
    });
    expect(given).toMatchObject({
      ok: true,
      value: { name: expect.stringMatching(/electron\.security\.test\.ts$/u) as string },
    });
    expect(made).toMatchObject({ ok: false, code: 'FILE_NOT_GIVEN' });
    expect(path).toBe('thrown');
  });

  it('runs both surfaces in the sandbox, apart from Node and from each other', async () => {
    const { id } = await prepareKey(launched.page, 'preferences');
    const outcome = review(launched.page, id);
    const surface = await launched.waitForApproval();
    await cancelButton(surface).waitFor();
    const pages = await electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        // Not in the public types: what the page really runs with.
        const shown = contents as unknown as { getLastWebPreferences(): Record<string, unknown> };
        const { sandbox, contextIsolation, nodeIntegration, webSecurity } = shown.getLastWebPreferences();
        return { sandbox, contextIsolation, nodeIntegration, webSecurity };
      }),
    );
    expect(pages).toHaveLength(2);
    for (const page of pages) {
      expect(page).toEqual({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
      });
    }
    const sessions = await electron.evaluate(({ webContents }) => {
      const [first, second] = webContents.getAllWebContents();
      return first?.session === second?.session;
    });
    expect(sessions).toBe(false);
    await cancel(surface);
    await outcome;
  });

  it("refuses an approval from an iframe of the approval's page, and from a frame that is gone", async () => {
    const { id } = await prepareKey(launched.page, 'frames');
    const outcome = review(launched.page, id);
    const surface = await launched.waitForApproval();
    await cancelButton(surface).waitFor();
    await surface.evaluate(() => document.body.append(document.createElement('iframe')));
    const answers = await electron.evaluate(async ({ ipcMain, webContents }, previewId) => {
      // The real handler, with the real frames: a page cannot speak as another frame than its own.
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, InvokeHandler> })
        ._invokeHandlers;
      const handle = handlers.get('approval:call');
      const sender = webContents.getAllWebContents().find((some) => some.getURL().startsWith('approval:'));
      const senderFrame = sender?.mainFrame.frames[0];
      const input = { previewId, decision: 'approve' };
      return [
        senderFrame !== undefined,
        await handle?.({ sender, senderFrame }, 'approval.decide', input),
        await handle?.({ sender, senderFrame: null }, 'approval.decide', input),
      ];
    }, id);
    expect(answers).toMatchObject([true, { code: 'SENDER_REFUSED' }, { code: 'SENDER_REFUSED' }]);
    await cancel(surface);
    expect(await outcome).toEqual({ state: 'denied' });
  });

  it('cancels requests to a network at the session, below the policy of the pages', async () => {
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`;
    const reached = await electron.evaluate(
      async ({ session }, target) =>
        Promise.all(
          ['keyops-console', 'keyops-approval', 'some-other'].map((name) =>
            session
              .fromPartition(name)
              .fetch(target)
              .then(
                () => true,
                () => false,
              ),
          ),
        ),
      url,
    );
    expect(reached).toEqual([false, false, false]);
    expect(hits).toBe(0);
  });

  it.each([
    'app://console/../../package.json',
    'app://console/%2e%2e/%2e%2e/package.json',
    'app://console/assets/..%2f..%2f..%2fpackage.json',
    'app://console/approval.html',
    'app://other/index.html',
    'approval://surface/approval.html',
    'file:///etc/hostname',
  ])("serves nothing outside the window's files: %s", async (url) => {
    const status = await electron.evaluate(
      ({ session }, target) =>
        session
          .fromPartition('keyops-console')
          .fetch(target)
          .then(
            (response) => response.status,
            () => 0,
          ),
      url,
    );
    expect([0, 403, 404]).toContain(status);
  });

  it('serves the window its own document', async () => {
    const status = await electron.evaluate(
      async ({ session }) =>
        (await session.fromPartition('keyops-console').fetch('app://console/index.html')).status,
    );
    expect(status).toBe(200);
  });

  it('keeps nothing of Chromium’s in the data folder', async () => {
    const { dataFolder, sessionFolder } = launched;
    expect(await readdir(sessionFolder ?? '')).not.toEqual([]);
    const kept = /^(console\.db.*|journal\..*|lock.*|opens-with-screens|logs|service|Singleton.*)$/u;
    expect((await readdir(dataFolder)).filter((name) => !kept.test(name))).toEqual([]);
  });

  it('downloads nothing', async () => {
    // Listening before the press: nobody tells of a download afterwards.
    await electron.evaluate(({ session }) => {
      session
        .fromPartition('keyops-console')
        .once('will-download', (event) =>
          Object.assign(globalThis, { wasPrevented: event.defaultPrevented }),
        );
    });
    await launched.page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['secret']));
      link.download = 'secret.txt';
      link.click();
    });
    await expect
      .poll(() => electron.evaluate(() => (globalThis as { wasPrevented?: boolean }).wasPrevented))
      .toBe(true);
  });

  it("refuses an approval from the window's main frame, even when the window's process is taken over", async () => {
    const preload = join(import.meta.dirname, 'fixtures/hostile-preload.cjs');
    await electron.evaluate(({ session }, path) => {
      const attacked = session.fromPartition('keyops-console');
      if ('registerPreloadScript' in attacked)
        attacked.registerPreloadScript({ type: 'frame', filePath: path });
      // Electron before 35.
      else (attacked as { setPreloads(paths: string[]): void }).setPreloads([path]);
    }, preload);
    await launched.page.reload();
    const { id } = await prepareKey(launched.page, 'taken over');
    const outcome = review(launched.page, id);
    const surface = await launched.waitForApproval();
    await cancelButton(surface).waitFor();
    const answers = await launched.page.evaluate(async (previewId) => {
      const { hostile } = window as unknown as HostileWindow;
      const input = { previewId, decision: 'approve' };
      return [
        await hostile.invoke('approval:call', 'approval.decide', input),
        await hostile.invoke('approval:call', 'approval.current'),
        await hostile.invoke('console:call', 'approval.decide', input),
        await hostile.invoke('other:call', 'approval.decide', input).catch(() => 'no such channel'),
      ];
    }, id);
    expect(answers).toMatchObject([
      { ok: false, code: 'SENDER_REFUSED' },
      { ok: false, code: 'SENDER_REFUSED' },
      { ok: false, code: 'CALL_UNKNOWN' },
      'no such channel',
    ]);
    await cancel(surface);
    expect(await outcome).toEqual({ state: 'denied' });
  });
});
