import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { isSuccessor, logNumberOf } from '#storage/log-number.ts';

test('is read from the log that SQLite writes, and from none that it would not read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-log-'));
  const database = new DatabaseSync(join(folder, 'notes.sqlite'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const log = join(folder, 'notes.sqlite-wal');
  expect(logNumberOf(log)).toBeUndefined();
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (text TEXT)');
  const first = logNumberOf(log) ?? '';
  expect(first).toMatch(/^[\da-f]{16}$/u);
  database.exec("INSERT INTO note VALUES ('one')");
  expect(logNumberOf(log)).toBe(first);
  database.exec("PRAGMA wal_checkpoint(RESTART); INSERT INTO note VALUES ('two')");
  const second = logNumberOf(log) ?? '';
  expect(second).not.toBe(first);
  expect([isSuccessor(second, first), isSuccessor(first, second)]).toEqual([true, false]);

  const copy = join(folder, 'copy');
  const bytes = readFileSync(log);
  for (const at of [0, 3, 16, 20, 24, 31]) {
    const torn = Uint8Array.from(bytes);
    torn[at] = (torn[at] ?? 0) ^ 4;
    writeFileSync(copy, torn);
    expect(logNumberOf(copy)).toBeUndefined();
  }
  writeFileSync(copy, bytes.subarray(0, 31));
  expect(logNumberOf(copy)).toBeUndefined();
});

test.each([
  ['00000001aaaaaaaa', '00000001aaaaaaaa', true],
  ['00000001aaaaaaab', '00000001aaaaaaaa', false],
  ['00000002bbbbbbbb', '00000001aaaaaaaa', true],
  ['00000000bbbbbbbb', '00000001aaaaaaaa', false],
  ['00000000bbbbbbbb', 'ffffffffaaaaaaaa', true],
  ['70000000bbbbbbbb', '00000001aaaaaaaa', false],
])('%s can come after %s: %s', (found, noted, can) => {
  expect(isSuccessor(found, noted)).toBe(can);
});
