import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskWatch, diskFaultIn } from '#main/platform/disk-watch.ts';
import { consoleError } from '#main/platform/errors.ts';
import { storageError } from '#storage/storage-error.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

describe('what an error says of the disk', () => {
  it.each([
    [errorOf('ENOSPC'), 'full'],
    [errorOf('EDQUOT'), 'full'],
    [errorOf('EROFS'), 'readOnly'],
    [errorOf('EIO'), 'failed'],
    [storageError('DISK_FULL', {}), 'full'],
    [storageError('DISK_READ_ONLY', {}), 'readOnly'],
    [storageError('DISK_FAILED', { why: 'x' }), 'failed'],
    [consoleError('JOURNAL_UNWRITABLE.full', { cause: errorOf('ENOSPC') }), 'full'],
    [errorOf('ENOENT'), undefined],
    [storageError('DATABASE_DAMAGED', { why: 'x' }), undefined],
    [new Error('The disk is full.'), undefined],
    ['ENOSPC', undefined],
    [null, undefined],
  ])('%s', (error, fault) => {
    expect(diskFaultIn(error)).toBe(fault);
  });

  it('ends with a chain of causes that goes round', () => {
    const round = new Error('round');
    round.cause = round;
    expect(diskFaultIn(round)).toBeUndefined();
  });
});

describe('the watch of the disk', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'keyops-disk-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('names what is wrong, tries the disk every five seconds, and is well again by itself', async () => {
    const clock = fakeClock();
    const answers = ['ENOSPC', 'EROFS', undefined];
    const said: (string | null)[] = [];
    let tries = 0;
    const watch = createDiskWatch(
      folder,
      clock,
      (state) => said.push(state?.message ?? null),
      () => {
        const code = answers[tries];
        tries += 1;
        return code === undefined ? Promise.resolve() : Promise.reject(errorOf(code));
      },
    );
    watch.tell(new Error('something else'));
    expect(said).toEqual([]);
    watch.tell(errorOf('ENOSPC'));
    watch.tell(errorOf('ENOSPC'));
    expect(said).toEqual(['The disk with the data folder is full']);
    clock.forward(4_999);
    await turns();
    expect(tries).toBe(0);
    for (const count of [1, 2, 3]) {
      clock.forward(5_000);
      await turns();
      expect(tries).toBe(count);
    }
    expect(said.slice(1)).toEqual(['The disk with the data folder is read-only', null]);
    clock.forward(60_000);
    await turns();
    expect(tries).toBe(3);
  });

  it('writes a file of its own into the folder to try it, and leaves nothing', async () => {
    const clock = fakeClock();
    const well = new Promise<void>((resolve) => {
      createDiskWatch(folder, clock, (state) => state === null && resolve()).tell(errorOf('EIO'));
    });
    clock.forward(5_000);
    await well;
    expect(readdirSync(folder)).toEqual([]);
  });

  it('attack: a link in the place of that file is not followed', async () => {
    const target = join(folder, 'victim');
    symlinkSync(target, join(folder, 'disk-probe'));
    const clock = fakeClock();
    const well = new Promise<void>((resolve) => {
      createDiskWatch(folder, clock, (state) => state === null && resolve()).tell(errorOf('EIO'));
    });
    clock.forward(5_000);
    await well;
    expect(readdirSync(folder)).toEqual([]);
  });
});
