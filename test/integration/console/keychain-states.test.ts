import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keychainMissing } from '../../fixtures/running-console.ts';

const run = promisify(execFile);
// A child that hangs is ended, and fails its test.
const LIMIT = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
const UNLOCK =
  'printf "private\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@"';
const root = resolve(import.meta.dirname, '../../..');
// A Secret Service that can be locked, and its absence, are Linux's.
const reason = process.platform === 'linux' ? await keychainMissing() : 'only on Linux';

interface Report {
  readonly before: boolean | null;
  readonly keychain: { readonly state: string; readonly remedy: string };
  readonly unlock: { readonly ok: boolean; readonly code: string; readonly remedy: string };
  readonly create: { readonly ok: boolean; readonly code: string; readonly remedy: string };
  readonly stored: string;
  readonly drawn: string;
  readonly listed: string;
  readonly files: readonly string[];
}

describe.skipIf(reason !== null)(
  `a keychain that cannot be used (${reason ?? 'sessions of their own'})`,
  () => {
    let folder: string;
    let script: string;

    beforeAll(async () => {
      const cache = join(root, 'node_modules/.cache/keychain-child');
      mkdirSync(cache, { recursive: true });
      const outDir = mkdtempSync(join(cache, 'run-'));
      folder = mkdtempSync(join(tmpdir(), 'keyops-session-'));
      const external = ['keytar', '@photostructure/sqlite', 'tiny-secp256k1'];
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        ssr: { noExternal: true, external },
        build: {
          ssr: join(root, 'test/fixtures/keychain-child.ts'),
          target: 'node20.19',
          outDir,
          rolldownOptions: { external, output: { entryFileNames: 'child.mjs' } },
        },
      });
      script = join(outDir, 'child.mjs');
    });
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
      rmSync(resolve(script, '..'), { recursive: true, force: true });
    });

    const environment = (): NodeJS.ProcessEnv => {
      const home = mkdtempSync(join(folder, 'home-'));
      const runtime = join(home, 'run');
      mkdirSync(runtime, { mode: 0o700 });
      return { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: runtime };
    };
    const report = (output: { stdout: string }): Report =>
      JSON.parse(output.stdout.trim().split('\n').at(-1) ?? '') as Report;

    it('is a state with a remedy where there is no session bus, and no key goes into a file', async () => {
      const said = report(await run(process.execPath, [script], { env: environment(), ...LIMIT }));
      expect(said.keychain).toMatchObject({ state: 'missing' });
      expect(said.keychain.remedy).toContain('gnome-keyring');
      expect(said.create).toMatchObject({
        ok: false,
        code: 'KEYCHAIN_MISSING',
        remedy: said.keychain.remedy,
      });
      expect(said.files).toEqual([]);
    });

    it('is a state with a remedy when it gets locked, and is not taken for an empty one', async () => {
      const command = ['--', 'sh', '-c', UNLOCK, process.execPath, script, 'lock'];
      const said = report(await run('dbus-run-session', command, { env: environment(), ...LIMIT }));
      expect(said.before).toBe(true);
      expect(said.keychain).toMatchObject({ state: 'locked' });
      expect(said.unlock).toMatchObject({ ok: false, code: 'KEYCHAIN_LOCKED' });
      expect(said.create).toMatchObject({ ok: false, code: 'KEYCHAIN_LOCKED', remedy: said.keychain.remedy });
      expect([said.stored, said.drawn, said.listed]).toEqual(Array(3).fill('KEYCHAIN_LOCKED'));
      expect(said.files).toEqual([]);
    });

    it('is heard when it gets locked elsewhere, and no key that was in memory stamps any more', async () => {
      const command = ['--', 'sh', '-c', UNLOCK, process.execPath, script, 'follow'];
      const { stdout } = await run('dbus-run-session', command, { env: environment(), ...LIMIT });
      expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
        refused: 'KEYCHAIN_LOCKED',
        kept: 'VAULT_LOCKED',
      });
    });
  },
);
