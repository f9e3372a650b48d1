import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GivenKeys } from '#service/boot/check-database.ts';
import {
  compareBackup,
  makeBackup,
  restoreBackup,
  restoreOver,
  verifyBackup,
} from '#service/boot/backups.ts';
import { type DatabaseCommand, runDatabaseCommand } from '#service/boot/database-commands.ts';
import { asWindows } from '../../fixtures/as-windows.ts';
import { storageKeyOf } from '../../fixtures/key-ring.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type SmallDisk, mountSmallDisk } from '../../fixtures/small-disk.ts';
import { addPolicy } from '../../fixtures/team.ts';

let service: LocalService;
let to: string;
const source: GivenKeys = { storageKey: () => Promise.resolve(storageKeyOf(service.storageKey)) };
const otherKey: GivenKeys = { storageKey: () => Promise.resolve(storageKeyOf(new Uint8Array(32).fill(7))) };

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

  it.skipIf(process.platform === 'win32')('is read where nobody may write to it', async () => {
    await newKey();
    await makeBackup(service.data, to);
    chmodSync(to, 0o400);
    let mode = 0;
    const keep = (file: string): Promise<void> => {
      mode = lstatSync(file).mode & 0o777;
      return Promise.resolve();
    };
    await verifyBackup(to, source, undefined, { keep });
    expect(mode).toBe(0o600);
    expect(lstatSync(to).mode & 0o777).toBe(0o400);
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
    const keep = (): Promise<void> => {
      atEnd = open();
      return Promise.resolve();
    };
    // Only Windows needs it.
    await asWindows(() => verifyBackup(to, source, undefined, { keep }));
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
    ['cut off', 'BACKUP_DAMAGED', () => writeFileSync(to, readFileSync(to).subarray(0, 40_000))],
    [
      'overwritten in the middle',
      'BACKUP_DAMAGED',
      () => writeFileSync(to, readFileSync(to).fill(0xff, 8192, 40_000)),
    ],
    ['no database', 'BACKUP_INVALID', () => writeFileSync(to, 'x'.repeat(10_000))],
  ] as const)('is refused when it is %s', async (_what, code, happens) => {
    happens();
    await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({ code });
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

it('what a killed command left of a backup in the folder goes with the next one', async () => {
  await makeBackup(service.data, to);
  await service.halt();
  const left = join(service.data, 'keyops-restoring-aB3xY9');
  const leave = (): void => {
    mkdirSync(left, { recursive: true, mode: 0o700 });
    writeFileSync(join(left, 'service.sqlite'), 'everything');
  };
  leave();
  await compareBackup(service.data, to, source);
  expect(existsSync(left)).toBe(false);
  rmSync(service.data, { recursive: true });
  leave();
  await restoreBackup(service.data, to, source);
  expect(existsSync(left)).toBe(false);
  await service.restart();
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

it('attack: a restore into a folder where a killed service’s log was left is refused: its rows would come into the backup', async () => {
  await makeBackup(service.data, to);
  const log = join(service.data, 'service.sqlite-wal');
  await newKey();
  const left = readFileSync(log);
  await service.halt();
  for (const ending of ['', '.made']) rmSync(join(service.data, `service.sqlite${ending}`));
  writeFileSync(log, left);
  await expect(restoreBackup(service.data, to, source)).rejects.toMatchObject({
    code: 'RESTORE_FOLDER_USED',
  });
  await expect(service.restart()).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
  expect(readFileSync(log).equals(left)).toBe(true);
  rmSync(log);
  await restoreBackup(service.data, to, source);
  await service.restart();
  expect(await keyIds()).toEqual([]);
});

describe('a backup in the place of the database', () => {
  const file = (ending = ''): string => join(service.data, `service.sqlite${ending}`);
  const known = (): { known: number } => ({ known: service.ready.generation + 1 });
  let before: string[];
  beforeEach(async () => {
    before = [(await newKey()).id];
    await makeBackup(service.data, to);
    before.push((await newKey()).id);
  });

  it('is restored, counts as the newest state, and leaves the one before beside it', async () => {
    const { sha256 } = await verifyBackup(to, source);
    await service.halt();
    const { replaced, organizationId } = await restoreOver(service.data, to, source, { ...known(), sha256 });
    expect(organizationId).toBe(service.ready.organizationId);
    service.generation = { ...known(), acceptOlder: false };
    await service.restart();
    expect(await keyIds()).toEqual(before.slice(0, 1));
    // And back: what was replaced is a backup.
    await service.halt();
    expect(replaced).toBe(file('.replaced'));
    writeFileSync(to, readFileSync(file('.replaced')));
    await restoreOver(service.data, to, source, known());
    service.generation = { ...known(), acceptOlder: false };
    await service.restart();
    expect((await keyIds()).sort()).toEqual([...before].sort());
  });

  /** Ends the service as a kill does: its newest rows stand in the log alone. */
  const kill = async (): Promise<void> => {
    const left = ['', '-wal', '.made'];
    for (const ending of left) copyFileSync(file(ending), join(service.data, `left${ending}`));
    await service.halt();
    for (const ending of left) renameSync(join(service.data, `left${ending}`), file(ending));
  };

  it.each(['in its first run', 'later'])(
    'is undone with all that a service acknowledged that was killed %s',
    async (when) => {
      if (when === 'later') {
        await service.halt();
        service.generation = { known: service.ready.generation, acceptOlder: false };
        await service.restart();
        before.push((await newKey()).id);
      }
      await kill();

      await restoreOver(service.data, to, source, known());

      const replaced = file('.replaced');
      const left = ['', '-wal'].map((ending) => readFileSync(replaced + ending));
      const { sha256, activities } = await verifyBackup(replaced, source);
      expect(activities).toBe(before.length);
      expect(['', '-wal'].map((ending) => readFileSync(replaced + ending))).toEqual(left);
      // A change of the log alone is seen, too.
      renameSync(`${replaced}-wal`, `${replaced}-other`);
      const other = restoreOver(service.data, replaced, source, { ...known(), sha256 });
      await expect(other).rejects.toMatchObject({ code: 'BACKUP_OTHER' });
      renameSync(`${replaced}-other`, `${replaced}-wal`);
      await restoreOver(service.data, replaced, source, { ...known(), sha256 });
      // The log that was restored lies beside no other database.
      expect(existsSync(`${replaced}-wal`)).toBe(false);
      service.generation = { ...known(), acceptOlder: false };
      await service.restart();
      expect((await keyIds()).sort()).toEqual([...before].sort());
    },
  );

  it('attack: a log is put beside a backup after it was looked at', async () => {
    const { sha256 } = await verifyBackup(to, source);
    await kill();
    copyFileSync(file('-wal'), `${to}-wal`);
    const restoring = restoreOver(service.data, to, source, { ...known(), sha256 });
    await expect(restoring).rejects.toMatchObject({ code: 'BACKUP_OTHER' });
    rmSync(`${to}-wal`);
    expect((await verifyBackup(to, source)).sha256).toBe(sha256);
    await service.restart();
  });

  it('leaves what was replaced before, with its log, where it can’t take its place', async () => {
    await kill();
    await restoreOver(service.data, to, source, known());
    const replaced = ['.replaced', '.replaced-wal'].map(file);
    const left = replaced.map((path) => readFileSync(path));
    mkdirSync(file('.restored'));
    await expect(restoreOver(service.data, file('.replaced'), source, known())).rejects.toThrow();
    expect(replaced.map((path) => readFileSync(path))).toEqual(left);
    rmSync(file('.restored'), { recursive: true });
    await service.restart();
    expect(await keyIds()).toEqual(before.slice(0, 1));
  });

  it('has no log beside what it replaced that was another’s', async () => {
    await service.halt();
    writeFileSync(file('.replaced-wal'), 'the log of one that was moved away');
    await restoreOver(service.data, to, source, known());
    expect(readFileSync(file('.replaced-wal'), 'utf8')).toBe('');
    await service.restart();
  });

  it('is compared with the present one, while the service works', async () => {
    const { backup, present } = await compareBackup(service.data, to, source);
    expect(backup).toMatchObject({ activities: 1, newest: { type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2' } });
    expect(present).toMatchObject({ activities: 2, organizationId: backup.organizationId });
    expect(readdirSync(service.data).filter((name) => name.startsWith('keyops-'))).toEqual([]);
  });

  it('is compared with one that is damaged or gone, and takes its place', async () => {
    await service.halt();
    writeFileSync(file(), readFileSync(file()).fill(0xff, 4096, 40_000));
    expect(await compareBackup(service.data, to, source)).toMatchObject({
      present: { problem: expect.stringContaining('damaged') as string },
    });
    rmSync(file());
    expect(await compareBackup(service.data, to, source)).toMatchObject({
      present: { problem: expect.stringContaining('no database') as string },
    });
    await restoreOver(service.data, to, source, known());
    await service.restart();
    expect(await keyIds()).toEqual(before.slice(0, 1));
  });

  it('attack: another file than the one that was looked at is refused, and nothing changes', async () => {
    const { sha256 } = await verifyBackup(to, source);
    await service.halt();
    rmSync(to);
    await makeBackup(service.data, to);
    const restoring = restoreOver(service.data, to, source, { ...known(), sha256 });
    await expect(restoring).rejects.toMatchObject({ code: 'BACKUP_OTHER' });
    expect(existsSync(file('.replaced'))).toBe(false);
    await service.restart();
    expect(await keyIds()).toHaveLength(2);
  });

  it('attack: a foreign, damaged or changed backup changes nothing', async () => {
    await service.halt();
    const bytes = readFileSync(file());
    const attempts: [() => void, GivenKeys, string][] = [
      [() => undefined, otherKey, 'STORAGE_KEY_WRONG'],
      [() => tamper(`UPDATE root_quorum SET threshold = 0`), source, 'DATABASE_CHANGED'],
      [() => writeFileSync(to, readFileSync(to).subarray(0, 40_000)), source, 'BACKUP_DAMAGED'],
    ];
    for (const [happens, key, code] of attempts) {
      happens();
      await expect(restoreOver(service.data, to, key, known())).rejects.toMatchObject({ code });
    }
    expect(readFileSync(file()).equals(bytes)).toBe(true);
    expect(readdirSync(service.data).filter((name) => /^keyops-|restored|replaced/u.test(name))).toEqual([]);
    await service.restart();
  });

  it('is refused while the service works with the folder', async () => {
    await expect(restoreOver(service.data, to, source, known())).rejects.toMatchObject({
      code: 'FOLDER_LOCKED',
    });
  });

  /** The names as a kill leaves them, after the replacement was decided: [from, to] in the order in which they are moved. */
  const MOVES = [
    ['', '.restored'],
    ['-wal', '.replaced-wal'],
    ['', '.replaced'],
  ] as const;
  it.each([0, 1, 2])(
    'a kill after step %i of the replacement leaves the new one, with no log of the old',
    async (step) => {
      // The old one has a log, as after a kill of the service.
      await service.halt();
      const replacing = join(service.data, 'checked');
      writeFileSync(replacing, readFileSync(to));
      writeFileSync(file('-wal'), 'the log of the old one');
      const [[, restored]] = MOVES;
      renameSync(replacing, file(restored));
      for (const [from, into] of MOVES.slice(1, step + 1)) renameSync(file(from), file(into));
      await service.restart();
      expect(await keyIds()).toEqual(before.slice(0, 1));
      expect(existsSync(file('.restored'))).toBe(false);
      expect(readFileSync(file('.replaced-wal'), 'utf8')).toBe('the log of the old one');
    },
  );
});

describe('a disk without room for a copy, which is not the database’s', () => {
  let place: string;
  let disk: SmallDisk | undefined;
  beforeEach(() => {
    place = mkdtempSync(join(service.data, '..', 'full-'));
    disk = mountSmallDisk(place, 1);
    disk?.fill();
  });
  afterEach(() => disk?.unmount());

  it('is named, nothing is left there, and the service goes on', async ({ skip }) => {
    if (disk === undefined) return skip();
    const full = { code: 'COPY_NO_ROOM', message: expect.stringContaining(place) as string };
    await expect(makeBackup(service.data, join(place, 'backup.sqlite'))).rejects.toMatchObject(full);
    await makeBackup(service.data, to);
    await expect(verifyBackup(to, source, place)).rejects.toMatchObject(full);
    // Here it is the data folder's own disk.
    await expect(restoreBackup(place, to, source)).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(readdirSync(place).filter((name) => name !== 'filler' && name !== 'lock')).toEqual([]);
    await newKey();
    disk.free();
    await verifyBackup(to, source, place);
  });
});

it.each([
  [['backup', '--data', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['backup', '--date', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['verify'], 'ARGUMENTS_INVALID'],
  [['restore', '--data', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['verify', '--from', '/nowhere', '--storage-key-fd', '-1'], 'ARGUMENTS_INVALID'],
  [['verify', '--from', '/nowhere', '--database', 'postgres://a@127.0.0.1/b'], 'ARGUMENTS_INVALID'],
  [['import', '--data', '/nowhere'], 'ARGUMENTS_INVALID'],
  [['import', '--data', '/nowhere', '--database', 'postgres://a@127.0.0.1/b'], 'ARGUMENTS_INVALID'],
  [['import', '--database', 'postgres://a@127.0.0.1/b', '--storage-key-fd', '3'], 'ARGUMENTS_INVALID'],
])('a command line that lacks something is refused: %s', async (argv, code) => {
  const [command, ...rest] = argv as [DatabaseCommand, ...string[]];
  await expect(runDatabaseCommand(command, rest)).rejects.toMatchObject({ code });
});
