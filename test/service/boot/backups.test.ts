import {
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { makeBackup, restoreBackup, runBackupCommand, verifyBackup } from '#service/boot/backups.ts';
import { StorageKey, type StorageKeySource } from '#service/keys/storage-key.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { addPolicy } from '../../fixtures/team.ts';

let service: LocalService;
let to: string;
const source: StorageKeySource = () =>
  Promise.resolve(new StorageKey(new Secret(Uint8Array.from(service.storageKey))));
const otherKey: StorageKeySource = () =>
  Promise.resolve(new StorageKey(new Secret(new Uint8Array(32).fill(7))));

beforeEach(async () => {
  service = await LocalService.start();
  to = join(service.data, '..', 'backup.sqlite');
});
afterEach(() => service.stop());

const keyIds = async (): Promise<string[]> => {
  const { json } = await service.query('list_private_keys');
  return (json['privateKeys'] as { privateKeyId: string }[]).map(({ privateKeyId }) => privateKeyId);
};
const newKey = () => service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
/** What somebody does who has the backup, but not the storage key. */
function tamper(statement: string): void {
  const database = new DatabaseSync(to);
  database.exec(statement);
  database.close();
}

describe('a backup', () => {
  it('is made while the service works, and has everything that was acknowledged before', async () => {
    const before = [await newKey(), await newKey()].map(({ id }) => id);
    const end = new AbortController();
    const working = (async () => {
      let made = 0;
      while (!end.signal.aborted) {
        await newKey();
        made += 1;
      }
      return made;
    })();
    await makeBackup(service.data, to);
    end.abort();
    expect(await working).toBeGreaterThan(0);
    const { organizationId } = service.ready;
    expect(await verifyBackup(to, source)).toMatchObject({
      organizationId,
      generation: service.ready.generation,
    });
    if (process.platform !== 'win32') expect(lstatSync(to).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(service.data, '..')).filter((name) => name.startsWith('backup'))).toEqual([
      'backup.sqlite',
    ]);

    // Another computer: none of the folder is left, and the key is brought along.
    await service.halt();
    rmSync(service.data, { recursive: true });
    await restoreBackup(service.data, to, source);
    await service.restart();
    expect(service.ready.organizationId).toBe(organizationId);
    const after = await keyIds();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(readdirSync(service.data).filter((name) => name.startsWith('keyops-'))).toEqual([]);
  });

  it('signs after it was restored, with keys that were made before', async () => {
    const { id, address } = await newKey();
    await makeBackup(service.data, to);
    await service.halt();
    rmSync(service.data, { recursive: true });
    await restoreBackup(service.data, to, source);
    await service.restart();
    const sent = await service.submit('sign_raw_payload', {
      signWith: address,
      payload: 'ab'.repeat(32),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    expect(sent.json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await keyIds()).toEqual([id]);
  });

  it.runIf(process.platform === 'linux')('is handed over with no file of it open', async () => {
    await newKey();
    await makeBackup(service.data, to);
    const open = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((number) => {
        try {
          const path = readlinkSync(join('/proc/self/fd', number));
          return path.includes('keyops-restoring-') ? [path] : [];
        } catch {
          // It was the one that lists them.
          return [];
        }
      });
    let atEnd: string[] = ['never handed over'];
    await verifyBackup(to, source, undefined, () => {
      atEnd = open();
      return Promise.resolve();
    });
    expect(atEnd).toEqual([]);
  });

  it('takes the place of no file, and follows no link', async () => {
    writeFileSync(to, 'mine');
    await expect(makeBackup(service.data, to)).rejects.toMatchObject({ code: 'BACKUP_FILE_EXISTS' });
    expect(readFileSync(to, 'utf8')).toBe('mine');
    const link = `${to}.link`;
    symlinkSync(join(service.data, 'nowhere'), link);
    await expect(makeBackup(service.data, link)).rejects.toMatchObject({ code: 'BACKUP_FILE_EXISTS' });
    expect(existsSync(join(service.data, 'nowhere'))).toBe(false);
  });

  it('is refused where there is no database to copy, and makes none', async () => {
    const empty = join(service.data, '..', 'empty');
    await expect(makeBackup(empty, to)).rejects.toMatchObject({ code: 'BACKUP_NO_DATABASE' });
    expect(existsSync(empty)).toBe(false);
    expect(existsSync(to)).toBe(false);
  });
});

describe('a backup that is not to be trusted', () => {
  beforeEach(async () => {
    await addPolicy(service, { effect: 'EFFECT_DENY', condition: 'true' });
    await makeBackup(service.data, to);
    await service.halt();
    rmSync(service.data, { recursive: true });
  });
  afterEach(async () => {
    // A refusal leaves the folder as it was: without a database.
    expect(existsSync(join(service.data, 'service.sqlite'))).toBe(false);
    expect(readdirSync(service.data).filter((name) => name.startsWith('keyops-'))).toEqual([]);
    await service.restart();
  });

  it.each([
    ['a policy turned around', `UPDATE policy SET effect = 'EFFECT_ALLOW'`, 'DATABASE_CHANGED'],
    ['a lower quorum', `UPDATE root_quorum SET threshold = 0`, 'DATABASE_CHANGED'],
    ['its digest taken away', `DELETE FROM row_seal`, 'DATABASE_CHANGED'],
    [
      'the check of its key taken away',
      `DELETE FROM setting WHERE name = 'storage-key-check'`,
      'DATABASE_CHANGED',
    ],
    [
      'a migration of another program',
      `UPDATE migration SET name = 'x' WHERE position = 0`,
      'DATABASE_TOO_NEW',
    ],
  ])('attack: %s', async (_what, statement, code) => {
    tamper(statement);
    await expect(verifyBackup(to, source)).rejects.toMatchObject({ code });
    await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({ code });
  });

  it.each([
    ['cut off', () => writeFileSync(to, readFileSync(to).subarray(0, 40_000))],
    ['overwritten in the middle', () => writeFileSync(to, readFileSync(to).fill(0xff, 8192, 40_000))],
    ['no database', () => writeFileSync(to, 'x'.repeat(10_000))],
  ])('is refused when it is %s', async (_what, happens) => {
    happens();
    await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' });
  });

  it('is refused when it is empty, or of nothing', async () => {
    writeFileSync(to, '');
    await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
    await expect(restoreBackup(service.data, `${to}.gone`, source)).rejects.toMatchObject({
      code: 'BACKUP_INVALID',
    });
  });

  it('is refused with another storage key', async () => {
    let kept = 0;
    const restoring = restoreBackup(service.data, to, otherKey, () => Promise.resolve(void (kept += 1)));
    await expect(restoring).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    expect(kept).toBe(0);
  });
});

it('a restore touches no folder that has a database, had one, or is in use', async () => {
  await makeBackup(service.data, to);
  await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({ code: 'FOLDER_LOCKED' });
  await service.halt();
  await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({
    code: 'RESTORE_FOLDER_USED',
  });
  const file = join(service.data, 'service.sqlite');
  const bytes = readFileSync(file);
  rmSync(file);
  await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({
    code: 'RESTORE_FOLDER_USED',
  });
  writeFileSync(file, bytes);
  await service.restart();
});

it.each([
  [['backup', '--data', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['backup', '--date', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['verify'], 'ARGUMENTS_INVALID'],
  [['restore', '--data', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['verify', '--from', '/nowhere', '--storage-key-fd', '-1'], 'ARGUMENTS_INVALID'],
])('a command line that lacks something is refused: %s', async (argv, code) => {
  const [command, ...rest] = argv as ['backup' | 'verify' | 'restore', ...string[]];
  await expect(runBackupCommand(command, rest)).rejects.toMatchObject({ code });
});
