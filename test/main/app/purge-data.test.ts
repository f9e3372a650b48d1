import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeData, runPurge } from '#main/app/purge-data.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import type { Keychain } from '#main/vault/keychain.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

const ITEMS = ['api-key:02aa', 'api-key:02aa:previous', 'imported:02aa', 'service-storage-key'];

let place: string;
let folder: string;
let keychain: ReturnType<typeof memoryKeychain>;
let said: string[];
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'keyops-purge-'));
  folder = join(place, 'KeyOps Console');
  keychain = memoryKeychain();
  for (const item of ITEMS) keychain.items.set(item, `secret of ${item}`);
  said = [];
  // A folder as a console leaves it: its real database, and files of each kind.
  await (await openStorage(folder)).close();
  for (const below of ['service', 'logs', 'browser/login', 'updates'])
    mkdirSync(join(folder, below), { recursive: true });
  for (const file of [
    'journal.jsonl',
    'journal.2.jsonl',
    'journal.note-1.json',
    'service/service.sqlite',
    'logs/service.log.1',
    'lock-journal',
    // What tries the disk (platform/disk-watch.ts), left by a console that was killed over it.
    'disk-probe',
  ])
    writeFileSync(join(folder, file), '');
  symlinkSync('machine-4711', join(folder, 'SingletonLock'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const terminal = (typed = 'remove', isTerminal = true) => ({
  isTerminal,
  say: (text: string) => void said.push(text),
  ask: (question: string) => {
    said.push(question);
    return Promise.resolve(typed);
  },
});
const purge = (more: Partial<Parameters<typeof purgeData>[0]> = {}) =>
  purgeData({ dataFolder: folder, keychain, terminal: terminal(), ...more });
const contents = (): string[] => readdirSync(place, { recursive: true, encoding: 'utf8' }).sort();
/** What counts of it: taking a lock, and asking a database what it is, make files that say nothing. */
const valuables = (): string[] =>
  contents().filter((name) => !/\/(lock|lock-journal|console\.db-.*)$/u.test(name));

/** Nothing may be gone after a refusal. */
async function refuses(more: Parameters<typeof purge>[0], code: string): Promise<void> {
  const before = valuables();
  await expect(purge(more)).rejects.toMatchObject({ code });
  expect(valuables()).toEqual(before);
  expect([...keychain.items.keys()]).toEqual(ITEMS);
}

describe('removing the data', () => {
  it('shows each entry and each item without its secret, and then leaves nothing', async () => {
    expect(await purge()).toBe(true);
    expect(contents()).toEqual([]);
    expect(keychain.items.size).toBe(0);
    const shown = said.join('');
    for (const name of ['console.db', 'journal.jsonl', 'service/', '4 keychain items', ...ITEMS])
      expect(shown).toContain(name);
    expect(shown).not.toContain('secret of');
    expect(said.at(-1)).toContain('Nothing of it remains');
  });

  it.each(['', 'yes', 'y', 'Remove', 'remove all'])('does nothing when “%s” is typed', async (typed) => {
    const before = valuables();
    expect(await purge({ terminal: terminal(typed) })).toBe(false);
    expect(valuables()).toEqual(before);
    expect(keychain.items.size).toBe(ITEMS.length);
  });

  it('leaves no file that SQLite makes when it is asked what the database is', async () => {
    const clean = join(place, 'clean');
    mkdirSync(clean);
    const database = new DatabaseSync(join(clean, 'console.db'));
    database.exec('PRAGMA journal_mode = WAL');
    for (const table of ['migration', 'profile', 'credential']) database.exec(`CREATE TABLE ${table} (a)`);
    database.close();
    expect(readdirSync(clean)).toEqual(['console.db']);
    expect(await purge({ dataFolder: clean })).toBe(true);
    expect(readdirSync(place)).not.toContain('clean');
  });

  it('leaves what is not the console’s, and says so', async () => {
    writeFileSync(join(folder, 'thesis.txt'), 'mine');
    expect(await purge()).toBe(true);
    expect(contents()).toEqual(['KeyOps Console', 'KeyOps Console/thesis.txt']);
    expect(said.at(-1)).toContain('thesis.txt');
  });

  it('removes the items of a folder that is gone, and says when there is nothing at all', async () => {
    rmSync(folder, { recursive: true });
    expect(await purge()).toBe(true);
    expect(keychain.items.size).toBe(0);
    expect(await purge()).toBe(true);
    expect(said.at(-1)).toContain('nothing to remove');
  });
});

describe('attack', () => {
  it('a script without a terminal confirms for the operator', () =>
    refuses({ terminal: terminal('remove', false) }, 'PURGE_NO_TERMINAL'));

  it('the data folder is a link to another one', async () => {
    const link = join(place, 'link');
    symlinkSync(folder, link);
    await refuses({ dataFolder: link }, 'PURGE_FOLDER_LINK');
  });

  it.each(['/', '/.', '//'])('the data folder is a link, and is given with %s behind it', async (behind) => {
    const link = join(place, 'link');
    symlinkSync(folder, link);
    await refuses({ dataFolder: `${link}${behind}` }, 'PURGE_FOLDER_LINK');
  });

  it('the data folder is exchanged for a link while the operator reads', async () => {
    const victim = join(place, 'victim');
    mkdirSync(join(victim, 'logs'), { recursive: true });
    writeFileSync(join(victim, 'logs/mine'), 'mine');
    const swapping = {
      ...terminal(),
      ask: () => {
        renameSync(folder, join(place, 'aside'));
        symlinkSync(victim, folder);
        return Promise.resolve('remove');
      },
    };
    await expect(purge({ terminal: swapping })).rejects.toMatchObject({ code: 'PURGE_FOLDER_LINK' });
    expect(readdirSync(join(victim, 'logs'))).toEqual(['mine']);
    expect([...keychain.items.keys()]).toEqual(ITEMS);
  });

  it.each(['console.db', 'service', 'journal.jsonl', 'logs'])(
    '%s is a link out of the folder',
    async (name) => {
      const victim = join(place, 'victim');
      mkdirSync(victim);
      writeFileSync(join(victim, 'file'), 'mine');
      rmSync(join(folder, name), { recursive: true });
      symlinkSync(victim, join(folder, name));
      await refuses({}, 'PURGE_FOLDER_LINK');
    },
  );

  it('a link lies deep in the folder', async () => {
    symlinkSync(place, join(folder, 'browser/login/out'));
    await refuses({}, 'PURGE_FOLDER_LINK');
  });

  it.each<[string, (home: string) => void]>([
    ['a home', () => undefined],
    ['one with a file of that name', (home) => writeFileSync(join(home, 'console.db'), 'a diary')],
    ['one with an empty database', (home) => writeFileSync(join(home, 'console.db'), '')],
    [
      'one with a database’s first bytes',
      (home) => writeFileSync(join(home, 'console.db'), 'SQLite format 3\0'),
    ],
    ['another program’s, with its window’s lock', (home) => symlinkSync('x', join(home, 'SingletonLock'))],
  ])('the folder is foreign: %s', async (_what, fill) => {
    const home = join(place, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'letter'), 'mine');
    fill(home);
    await refuses({ dataFolder: home }, 'PURGE_FOLDER_FOREIGN');
  });

  it('the folder is a file', async () => {
    const file = join(place, 'file');
    writeFileSync(file, '');
    await refuses({ dataFolder: file }, 'PURGE_FOLDER_FOREIGN');
  });

  it.each(['', 'service'])('a program runs on the folder: “%s”', async (below) => {
    const release = lockFolder(join(folder, below));
    try {
      await refuses({}, 'FOLDER_LOCKED');
    } finally {
      release();
    }
  });

  it.each(ITEMS.map((_, index) => index))(
    'it is killed after %i items: nothing opens, and the next run ends it',
    async (count) => {
      const deleted: string[] = [];
      const dying: Keychain = {
        ...keychain,
        delete: (item) => {
          if (deleted.length === count) return Promise.reject(new Error('killed'));
          deleted.push(item);
          return keychain.delete(item);
        },
      };
      await expect(purge({ keychain: dying })).rejects.toThrow('killed');
      // Without it nobody reads the service's database, whatever else is left.
      if (count > 0) expect(deleted[0]).toBe('service-storage-key');
      await expect(openStorage(folder)).rejects.toMatchObject({ code: 'FOLDER_PURGED' });
      expect(await purge()).toBe(true);
      expect(contents()).toEqual([]);
      expect(keychain.items.size).toBe(0);
    },
  );

  it.each([['console.db'], ['console.db', 'journal.jsonl', 'service', 'lock']])(
    'it is killed when %s and more are gone: the next run ends it',
    async (...gone) => {
      writeFileSync(join(folder, 'purged'), '');
      for (const name of gone) rmSync(join(folder, name), { recursive: true });
      expect(await purge()).toBe(true);
      expect(contents()).toEqual([]);
    },
  );

  it('the keychain is locked: nothing is removed, and the exit status says so', async () => {
    const before = valuables();
    const locked = { ...keychain, list: () => Promise.reject(new Error('locked')) };
    await expect(purge({ keychain: locked })).rejects.toThrow('locked');
    expect(valuables()).toEqual(before);
    expect(await runPurge({ dataFolder: folder, keychain }, terminal('', false))).toBe(2);
  });
});
