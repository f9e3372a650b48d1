import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtService } from '../../fixtures/built-service.ts';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';
import { type RunningProcess, startServiceProcess } from '../../fixtures/running-service.ts';

const missing = await keychainMissing();
const root = freshSigner();
const storageKey = randomBytes(32);

/** Runs a command of the service's program, with a key on descriptor 3; gives its line, its code and what came on 4. */
async function run(argv: readonly string[], key?: Uint8Array) {
  const child = spawn(process.execPath, [await builtService(), ...argv], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [, out, , three, four] = child.stdio as unknown as [null, Readable, Readable, Writable, Readable];
  three.on('error', () => undefined);
  three.end(key === undefined ? undefined : Buffer.from(key));
  const written: Buffer[] = [];
  four.on('data', (chunk: Buffer) => written.push(chunk));
  let stdout = '';
  out.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, line: stdout === '' ? null : (JSON.parse(stdout) as unknown), key: Buffer.concat(written) };
}

describe.skipIf(missing !== null)(
  `a backup, and its restore (${missing ?? 'real keychain, real service'})`,
  () => {
    let folder: string;
    let running: RunningProcess;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'keyops-backup-'));
      running = await startServiceProcess({
        data: join(folder, 'data'),
        rootPublicKey: root.publicKey,
        storageKey,
      });
    });
    afterAll(async () => {
      await running.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    it('made of a running service, brings it back on another computer from the keychain there', async () => {
      const { organizationId } = running.ready;
      const body = JSON.stringify({
        type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: {
          privateKeys: [
            {
              privateKeyName: 'Kept',
              curve: 'CURVE_SECP256K1',
              privateKeyTags: [],
              addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
            },
          ],
        },
      });
      const made = await send(
        `${running.ready.url}/public/v1/submit/create_private_keys`,
        body,
        stampHeader(body, root),
      );
      expect(made.status).toBe(200);

      const to = join(folder, 'copy.sqlite');
      const options = [
        '--data',
        join(folder, 'data'),
        '--to',
        to,
        '--storage-key-fd',
        '3',
        '--key-to-fd',
        '4',
      ];
      const backup = await run(['backup', ...options], storageKey);
      expect(backup).toMatchObject({ code: 0, line: { backup: to, key: 'written' } });
      expect(backup.key.equals(storageKey)).toBe(true);
      expect(await run(['verify', '--from', to, '--storage-key-fd', '3'], storageKey)).toMatchObject({
        code: 0,
        line: { verified: to, organizationId, activities: 1 },
      });

      const elsewhere = join(folder, 'elsewhere');
      const wrong = ['restore', '--data', elsewhere, '--from', to, '--storage-key-fd', '3'];
      expect(await run(wrong, randomBytes(32))).toMatchObject({ code: 1, line: null });
      expect(readdirSync(elsewhere)).toEqual(['lock']);
      expect(await run(wrong, backup.key)).toMatchObject({
        code: 0,
        line: { restored: elsewhere, key: 'kept in the keychain' },
      });

      // No descriptor: the keychain of that computer has the key now.
      const argv = [
        '--data',
        elsewhere,
        '--port',
        '0',
        '--auth-proxy-port',
        '0',
        '--root-public-key',
        root.publicKey,
      ];
      const child = spawn(process.execPath, [await builtService(), ...argv], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
        const ready = JSON.parse(line) as { url: string; organizationId: string };
        expect(ready.organizationId).toBe(organizationId);
        const query = JSON.stringify({ organizationId });
        const listed = await send(
          `${ready.url}/public/v1/query/list_private_keys`,
          query,
          stampHeader(query, root),
        );
        expect(listed.json['privateKeys']).toHaveLength(1);
      } finally {
        child.kill('SIGTERM');
        await once(child, 'close');
      }
    });

    it('attack: a restore that is killed at any moment leaves the old database or the backup', async () => {
      const data = join(folder, 'killed');
      const key = async (name: string): Promise<void> => {
        const body = keyBody(service.ready.organizationId, name);
        const url = `${service.ready.url}/public/v1/submit/create_private_keys`;
        expect((await send(url, body, stampHeader(body, root))).status).toBe(200);
      };
      let service = await startServiceProcess({ data, rootPublicKey: root.publicKey, storageKey });
      await key('One');
      const to = join(folder, 'one.sqlite');
      await run(['backup', '--data', data, '--to', to], undefined);
      await key('Two');
      await service.end('SIGTERM');
      const two = join(folder, 'two.sqlite');
      await run(['backup', '--data', data, '--to', two], undefined);
      const restore = async (from: string, killAfterMs?: number): Promise<number> => {
        const argv = ['restore', '--data', data, '--from', from, '--replace', '--storage-key-fd', '3'];
        const child = spawn(process.execPath, [await builtService(), ...argv, '--known-generation', '9000'], {
          stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        });
        const [, , , pipe] = child.stdio as unknown as [null, null, null, Writable];
        pipe.on('error', () => undefined);
        pipe.end(storageKey);
        const began = performance.now();
        const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs ?? 60_000);
        await once(child, 'close');
        clearTimeout(timer);
        return performance.now() - began;
      };
      const tookMs = await restore(two);
      const steps = 12;
      for (let step = 0; step < steps; step += 1) {
        // The end of the command is where it replaces.
        const from = step % 2 === 0 ? to : two;
        await restore(from, tookMs * (0.5 + (0.6 * step) / steps));
        service = await startServiceProcess({ data, rootPublicKey: root.publicKey, storageKey });
        const query = JSON.stringify({ organizationId: service.ready.organizationId });
        const listed = await send(
          `${service.ready.url}/public/v1/query/list_private_keys`,
          query,
          stampHeader(query, root),
        );
        const count = (listed.json['privateKeys'] as unknown[]).length;
        expect([1, 2]).toContain(count);
        await service.end('SIGTERM');
      }
      expect(existsSync(join(data, 'service.sqlite.restored'))).toBe(false);
    });
  },
);

const keyBody = (organizationId: string, privateKeyName: string): string =>
  JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    timestampMs: String(Date.now()),
    organizationId,
    parameters: {
      privateKeys: [
        {
          privateKeyName,
          curve: 'CURVE_P256',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_COMPRESSED'],
        },
      ],
    },
  });
