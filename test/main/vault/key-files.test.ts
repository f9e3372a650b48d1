import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecrets } from '#main/features/secret-import/read-secrets.ts';
import { createDescriptors } from '#main/features/contract-interfaces/module.ts';
import { readKeyFiles } from '#main/vault/key-files.ts';

const PUBLIC = `02${'ab'.repeat(32)}`;

describe('readKeyFiles', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const metaText = (publicKey: string, scheme: string): string =>
    JSON.stringify({ name: 'ops', organizations: [], public_key: publicKey, scheme });

  it.each(['ops.private', 'ops.public', 'ops.meta'])('takes %s for all three files', async (name) => {
    write('ops.private', 'aa'.repeat(32));
    write('ops.public', `${PUBLIC.toUpperCase()}\n`);
    write('ops.meta', metaText(PUBLIC, 'SIGNATURE_SCHEME_TK_API_SECP256K1'));
    expect(await readKeyFiles(join(folder, name))).toEqual({
      text: 'aa'.repeat(32),
      curve: 'API_KEY_CURVE_SECP256K1',
      publicKey: PUBLIC,
    });
  });

  it('says P-256 for a key without a curve, and leaves a curve that stands behind it to its reader', async () => {
    const path = write('ops.private', 'aa'.repeat(32));
    write('ops.public', PUBLIC);
    expect((await readKeyFiles(path)).curve).toBe('API_KEY_CURVE_P256');
    write('ops.private', `${'aa'.repeat(32)}:ed25519`);
    expect((await readKeyFiles(path)).curve).toBeNull();
  });

  it('reads a file that stands alone as it is', async () => {
    const path = write('key.pem', 'text');
    expect(await readKeyFiles(path)).toEqual({ text: 'text', curve: null, publicKey: null });
    const alone = write('lonely.private', 'aa'.repeat(32));
    expect(await readKeyFiles(alone)).toMatchObject({ curve: null, publicKey: null });
  });

  it('attack: a swapped .public or .meta file is refused', async () => {
    const path = write('ops.private', 'aa'.repeat(32));
    write('ops.public', PUBLIC);
    write('ops.meta', metaText(`03${'cd'.repeat(32)}`, 'SIGNATURE_SCHEME_TK_API_P256'));
    await expect(readKeyFiles(path)).rejects.toMatchObject({ code: 'CREDENTIAL_FILES_DIFFER' });
    write('ops.meta', 'not json');
    await expect(readKeyFiles(path)).rejects.toMatchObject({ code: 'CREDENTIAL_FILES_DIFFER' });
  });

  it('refuses a public key whose private file is not there', async () => {
    await expect(readKeyFiles(write('ops.public', PUBLIC))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });

  it.skipIf(process.platform === 'win32')(
    'attack: a pipe or a device as a key file is refused, and nothing waits for it',
    async () => {
      const pipe = join(folder, 'key');
      execFileSync('mkfifo', [pipe]);
      for (const path of [pipe, '/dev/zero', folder])
        await expect(readKeyFiles(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
      // The files beside a key are asked for as well.
      write('ops.private', 'aa'.repeat(32));
      execFileSync('mkfifo', [join(folder, 'ops.public')]);
      expect((await readKeyFiles(join(folder, 'ops.private'))).text).toBe('aa'.repeat(32));
    },
  );

  it.each(['\\\\evil\\share\\key.pem', '//evil/share/key.pem', '\\/evil/share', '\\??\\UNC\\evil\\share'])(
    'attack: %s sends no login to another computer',
    async (path) => {
      await expect(readKeyFiles(path)).rejects.toMatchObject({ code: 'FILE_ON_NETWORK' });
      await expect(readSecrets(path)).rejects.toMatchObject({ code: 'FILE_ON_NETWORK' });
      const settings = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };
      await expect(createDescriptors(settings).useFolder(path)).rejects.toMatchObject({
        code: 'FILE_ON_NETWORK',
      });
    },
  );
});
