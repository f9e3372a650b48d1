import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { runConsole } from '#test/fixtures/running-console.ts';

it('says of a call that ended with the files that the console is closing', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-closed-'));
  try {
    const { console: running, host } = await runConsole({ dataFolder, keychain: memoryKeychain() });
    let fail = (): void => undefined;
    host.pickFile = () =>
      new Promise((_, reject) => {
        // As a statement does whose database was closed meanwhile.
        fail = () => reject(new TypeError('The database is closed.'));
      });
    const answer = running.dispatch('console', 'files.pick', { kind: 'file' });
    await running.close();
    fail();
    expect(await answer).toMatchObject({ ok: false, code: 'CONSOLE_CLOSED' });
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
