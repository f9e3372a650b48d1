import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { ELECTRON_SURFACES, openingUrl, screenUrl } from '#main/bridge/surfaces.ts';
import { keepOpening, readOpening } from '#main/platform/opening.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-opening-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What is looked at of a snapshot. */
const snapshotOf = (change: Partial<AppSnapshot> = {}): AppSnapshot =>
  ({
    locked: false,
    verification: null,
    unlockChosen: true,
    credentials: [{}],
    startsOffline: false,
    theme: 'system',
    ...change,
  }) as AppSnapshot;

const useFolder = async (): Promise<void> => {
  await writeFile(join(folder, 'console.db'), 'a database');
};

describe('what a window may draw at once', () => {
  it('is the first question over a folder that is new, or not there yet', () => {
    for (const path of [folder, join(folder, 'none')])
      expect(readOpening(path, false)).toEqual({ opening: 'question', theme: 'system' });
  });

  it('is the screens where the console came to them, and they are kept to', async () => {
    await keepOpening(folder)(snapshotOf());
    expect(readOpening(folder, false).opening).toBe('screens');
  });

  it('is nothing over a folder that was used and has no mark', async () => {
    await useFolder();
    expect(readOpening(folder, false).opening).toBeUndefined();
  });

  it('is nothing of an offline console, which says so before all else', async () => {
    expect(readOpening(folder, true).opening).toBeUndefined();
    await keepOpening(folder)(snapshotOf());
    expect(readOpening(folder, true).opening).toBeUndefined();
  });

  it.each<[string, Partial<AppSnapshot>]>([
    ['locks itself', { verification: 'passphrase' }],
    ['asks what unlocks it', { unlockChosen: false }],
    ['has no credential', { credentials: [] }],
    ['will start offline', { startsOffline: true }],
  ])('is nothing once the console %s', async (_, change) => {
    await useFolder();
    const keep = keepOpening(folder);
    await keep(snapshotOf());
    await keep(snapshotOf(change));
    expect(readOpening(folder, false).opening).toBeUndefined();
    await keep(snapshotOf());
    expect(readOpening(folder, false).opening).toBe('screens');
  });

  it('is not changed by a locked console, which tells nothing of itself', async () => {
    const keep = keepOpening(folder);
    await keep(snapshotOf());
    await keep(snapshotOf({ locked: true, credentials: [] }));
    expect(readOpening(folder, false).opening).toBe('screens');
  });

  it('leaves a file with the theme in it, for the operator alone', async () => {
    const keep = keepOpening(folder);
    await keep(snapshotOf());
    expect(readOpening(folder, false).theme).toBe('system');
    await keep(snapshotOf({ theme: 'dark' }));
    expect(readOpening(folder, false).theme).toBe('dark');
    const { size, mode } = await stat(join(folder, 'opens-with-screens'));
    expect([size, mode & 0o777]).toEqual([4, 0o600]);
  });

  it.each(['', 'DARK', 'dark\n', 'x'.repeat(100_000)])(
    'attack: a mark with something else in it is none',
    async (text) => {
      await writeFile(join(folder, 'opens-with-screens'), text);
      expect(readOpening(folder, false)).toEqual({ opening: 'question', theme: 'system' });
    },
  );

  it('attack: a mark that is a pipe, which would hold up the start, is none, and is replaced', async () => {
    execFileSync('mkfifo', [join(folder, 'opens-with-screens')]);
    expect(readOpening(folder, false).opening).not.toBe('screens');
    await keepOpening(folder)(snapshotOf());
    expect(readOpening(folder, false).opening).toBe('screens');
  });

  it('attack: a mark that is a link is none, and the file behind it is not written to', async () => {
    const other = join(folder, 'other');
    await writeFile(other, 'dark');
    await symlink(other, join(folder, 'opens-with-screens'));
    expect(readOpening(folder, false).opening).not.toBe('screens');
    await keepOpening(folder)(snapshotOf());
    expect(readOpening(folder, false)).toEqual({ opening: 'screens', theme: 'system' });
    expect(await readFile(other, 'utf8')).toBe('dark');
  });

  it('attack: a mark that is a folder is none', async () => {
    await mkdir(join(folder, 'opens-with-screens'));
    expect(readOpening(folder, false)).toEqual({ opening: 'question', theme: 'system' });
    await keepOpening(folder)(snapshotOf());
  });

  it('keeps a console with no room on its disk from nothing', async () => {
    await keepOpening(join(folder, 'none'))(snapshotOf());
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

it('attack: how a window opened is nothing that it comes back to once it was locked', () => {
  const { console } = ELECTRON_SURFACES;
  for (const opening of ['screens', 'question'] as const)
    expect(screenUrl(console, openingUrl(console, opening))).toBe('app://console/index.html');
  expect(openingUrl(console, undefined)).toBe('app://console/index.html');
});
