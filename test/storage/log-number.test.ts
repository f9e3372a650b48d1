import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isSuccessor, logNumberOf, noteOf, readNote } from '#storage/log-number.ts';

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

test('is noted with a checksum: a mix of two notes is no number', () => {
  const number = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(number, number, fc.nat({ max: 24 }), (one, other, at) => {
      const [now, before] = [one, other].map((digits) => digits.map((each) => each.toString(16)).join(''));
      if (now === undefined || before === undefined) throw new Error('there are two');
      const note = noteOf(now).slice(0, at) + noteOf(before).slice(at);
      expect([now, before, undefined]).toContain(readNote(note));
      expect(readNote(noteOf(now))).toBe(now);
    }),
  );
  for (const none of [undefined, null, 7, '', '0'.repeat(16), '0'.repeat(24), `${noteOf('a'.repeat(16))} `])
    expect(readNote(none)).toBeUndefined();
});
