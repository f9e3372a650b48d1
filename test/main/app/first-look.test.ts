import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { runConsole } from '../../fixtures/running-console.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'keyops-look-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

it('sends the window no state before the keychain has answered', async () => {
  const memory = memoryKeychain();
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const get = (account: string): Promise<string | null> => opened.then(() => memory.get(account));
  const running = await runConsole({ dataFolder, keychain: { ...memory, get } });
  const said = (): AppSnapshot[] =>
    running.host.news
      .filter(({ name }) => name === 'app.changed')
      .map(({ payload }) => payload as AppSnapshot);
  try {
    // Each call announces a change. By the time the second is answered, news of the first would have been sent.
    await running.call('app.setTheme', { theme: 'dark' });
    await running.call('app.setTheme', { theme: 'light' });
    expect(said()).toEqual([]);
    expect(readdirSync(dataFolder)).not.toContain('opens-with-screens');
    const told = running.bootstrap();
    open();
    expect(await told).toMatchObject({ theme: 'light', health: { keychain: { state: 'ready' } } });
    await expect.poll(() => said().length).toBeGreaterThan(0);
    expect(new Set(said().map(({ health }) => health.keychain.state))).toEqual(new Set(['ready']));
  } finally {
    open();
    await running.console.close();
  }
});

it('ends with a console that is closed meanwhile, and reads nothing of the closed files', async () => {
  const memory = memoryKeychain();
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let asked = 0;
  const get = (account: string): Promise<string | null> => {
    asked += 1;
    return opened.then(() => memory.get(account));
  };
  const running = await runConsole({ dataFolder, keychain: { ...memory, get } });
  await expect.poll(() => asked).toBeGreaterThan(0);
  await running.console.close();
  open();
  await new Promise((resolve) => setImmediate(resolve));
  const log = join(dataFolder, 'logs/console.log');
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
});
