import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFaultsIn, reportFault } from '#main/platform/errors.ts';
import { faultLogOf, openLogFile, serviceLogOf } from '#main/platform/log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const read = (path: string): string => readFileSync(path, 'utf8');

describe('a log file', () => {
  it('is its user’s alone, and goes on where it was left', () => {
    const path = serviceLogOf(folder);
    for (const line of ['one', 'two']) {
      const log = openLogFile(path);
      expect(log.write(line)).toBe(true);
      log.close();
    }
    expect(read(path)).toBe('one\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('attack: a flood of lines takes no more of the disk than its limit, and the last ones stay', () => {
    const path = join(folder, 'logs/flood.log');
    const log = openLogFile(path, { limit: 1_000, kept: 2 });
    for (let number = 0; number < 500; number += 1) log.write(`line ${number}`);
    log.close();
    const sizes = [path, `${path}.1`, `${path}.2`].map((each) => statSync(each).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(existsSync(`${path}.3`)).toBe(false);
    const kept = [`${path}.2`, `${path}.1`, path].map(read).join('').trim().split('\n');
    expect(kept).toEqual(kept.map((_, index) => `line ${500 - kept.length + index}`));
  });

  it('attack: one endless line is cut off', () => {
    const log = openLogFile(serviceLogOf(folder));
    log.write('x'.repeat(5_000_000));
    log.close();
    expect(statSync(serviceLogOf(folder)).size).toBeLessThan(10_000);
  });

  it('attack: a link in its place is not followed', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'mine');
    const path = join(folder, 'log');
    symlinkSync(victim, path);
    expect(openLogFile(path).write('line')).toBe(false);
    expect(read(victim)).toBe('mine');
  });

  it('attack: the folder of the logs is a link, so that they are written and renamed somewhere else', () => {
    const victim = join(folder, 'victim');
    mkdirSync(victim);
    symlinkSync(victim, join(folder, 'logs'));
    expect(openLogFile(serviceLogOf(folder)).write('line')).toBe(false);
    expect(readdirSync(victim)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'attack: a pipe in its place, which nobody reads, does not stop the console',
    () => {
      const path = join(folder, 'log');
      execFileSync('mkfifo', [path]);
      expect(openLogFile(path).write('line')).toBe(false);
    },
  );

  it('does not bring a data folder back that was removed', () => {
    const gone = join(folder, 'gone');
    expect(openLogFile(serviceLogOf(gone)).write('line')).toBe(false);
    expect(existsSync(gone)).toBe(false);
  });
});

describe('what the console did not expect', () => {
  afterEach(() => vi.restoreAllMocks());

  it('goes into its log, and to standard error where there is none', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const giveUp = keepFaultsIn(faultLogOf(folder));
    reportFault('first', new Error('in the log'));
    giveUp();
    expect(write).not.toHaveBeenCalled();
    expect(JSON.parse(read(faultLogOf(folder)))).toMatchObject({ name: 'first', message: 'in the log' });

    const gone = keepFaultsIn(faultLogOf(join(folder, 'gone')));
    reportFault('second', new Error('nowhere else'));
    gone();
    expect(String(write.mock.calls[0]?.[0])).toContain('nowhere else');
  });
});
