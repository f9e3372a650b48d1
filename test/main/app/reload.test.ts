import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConsole } from '#main/app/console.ts';
import { systemClock } from '#main/platform/clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { noService, TestHost } from '../../fixtures/test-host.ts';

it('loads the window’s page anew when it asks for that, and answers without waiting for it', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-reload-'));
  const host = new TestHost(noService);
  host.renewPage = () => {
    host.renewals += 1;
    return new Promise(() => undefined);
  };
  const console = await createConsole({
    ...{ host, dataFolder, keychain: memoryKeychain(), clock: systemClock, version: '0' },
  });
  expect(await console.dispatch('console', 'app.reload', undefined)).toMatchObject({ ok: true });
  expect(host.renewals).toBe(1);
  await console.close();
  rmSync(dataFolder, { recursive: true, force: true });
});
