import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { keepSessionOffDisk } from '#main/electron/session-folder.ts';

afterEach(() => vi.unstubAllEnvs());

function fakeApp(): { app: Parameters<typeof keepSessionOffDisk>[0]; path: () => string; quit: () => void } {
  const paths: string[] = [];
  let quit = (): void => undefined;
  const app = {
    setPath: (_name: string, path: string) => void paths.push(path),
    on: (_event: string, listener: () => void) => {
      quit = listener;
    },
  } as unknown as Parameters<typeof keepSessionOffDisk>[0];
  return { app, path: () => paths[0] ?? '', quit: () => quit() };
}

it('keeps the default session in the runtime folder, for this user alone, until the program ends', () => {
  const runtime = mkdtempSync(join(tmpdir(), 'keyops-runtime-'));
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
  const { app, path, quit } = fakeApp();
  keepSessionOffDisk(app);
  expect(dirname(path())).toBe(runtime);
  if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o700);
  writeFileSync(join(path(), 'Cookies'), 'a');
  quit();
  expect(existsSync(path())).toBe(false);
  rmSync(runtime, { recursive: true });
});

it('takes the temporary folder where there is no runtime folder', () => {
  vi.stubEnv('XDG_RUNTIME_DIR', join(tmpdir(), 'keyops-not-there'));
  const { app, path, quit } = fakeApp();
  keepSessionOffDisk(app);
  expect(dirname(path())).toBe(tmpdir());
  quit();
});
