import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecrets } from '#main/features/secret-import/read-secrets.ts';

describe('readSecrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-read-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('reads a file of another kind as one secret with its name, byte for byte', async () => {
    const path = join(folder, 'tls.key');
    writeFileSync(path, Uint8Array.of(0, 255, 10));
    const [secret, ...more] = await readSecrets(path);
    expect(more).toEqual([]);
    expect(secret?.name).toBe('tls.key');
    expect(secret?.value.use((bytes) => [...bytes])).toEqual([0, 255, 10]);
  });

  it('attack: a huge file is not read into memory: refused', async () => {
    const path = join(folder, 'huge.env');
    writeFileSync(path, '');
    truncateSync(path, 8 * 1024 ** 3);
    await expect(readSecrets(path)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it.runIf(process.platform !== 'win32')(
    'attack: a link out of the folder sends another file away under a harmless name: refused',
    async () => {
      const outside = join(folder, 'outside');
      writeFileSync(outside, 'not to be sent');
      const inside = join(folder, 'secrets');
      mkdirSync(inside);
      writeFileSync(join(inside, 'fine'), 'x');
      symlinkSync(outside, join(inside, 'harmless'));
      await expect(readSecrets(inside)).rejects.toMatchObject({ code: 'SECRETS_INVALID' });
      await expect(readSecrets(join(inside, 'harmless'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    },
  );

  it.runIf(process.platform !== 'win32')(
    'attack: a pipe that never ends does not hold it up: refused',
    async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      await expect(readSecrets(pipe)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    },
  );

  it('refuses what is not there, a folder in a folder, and text that is no UTF-8', async () => {
    await expect(readSecrets(join(folder, 'absent.env'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    mkdirSync(join(folder, 'outer/inner'), { recursive: true });
    await expect(readSecrets(join(folder, 'outer'))).rejects.toMatchObject({ code: 'SECRETS_INVALID' });
    writeFileSync(join(folder, 'bad.json'), Uint8Array.of(0x22, 0xff, 0x22));
    await expect(readSecrets(join(folder, 'bad.json'))).rejects.toMatchObject({ code: 'UTF8_INVALID' });
  });
});
