import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createResultsFile,
  openResultsFile,
  openResultsSink,
  removeIfEmpty,
} from '#main/features/batches/results-file.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { completedWith, sentRequest } from '#test/fixtures/batch-files.ts';

const completed = completedWith('1');
const waiting: Outcome = {
  state: 'waiting',
  activityId: 'a',
  fingerprint: 'f',
  message: 'It waits',
  consensus: null,
};

describe('the results of a batch', () => {
  let folder: string;
  let input: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-results-'));
    input = join(folder, 'batch.jsonl');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const statuses = (path: string): string[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((text) => {
        const { line, status } = JSON.parse(text) as { line: number; status: string };
        return `${line} ${status}`;
      });

  it('are for this user alone, and never go into a file that was there', async () => {
    writeFileSync(`${input}.results.jsonl`, 'mine');
    const path = await createResultsFile(input);
    expect(path).toBe(`${input}.results-2.jsonl`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await removeIfEmpty(path);
    await removeIfEmpty(`${input}.results.jsonl`);
    expect(readFileSync(`${input}.results.jsonl`, 'utf8')).toBe('mine');
    expect(() => statSync(path)).toThrow();
  });

  it('attack: a link in the place of the file is written through by nobody', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'whole');
    symlinkSync(other, `${input}.results.jsonl`);
    expect(await createResultsFile(input)).toBe(`${input}.results-2.jsonl`);
    await expect(openResultsFile(`${input}.results.jsonl`, () => undefined)).rejects.toMatchObject({
      code: 'RESULTS_UNWRITABLE',
    });
    expect(readFileSync(other, 'utf8')).toBe('whole');
  });

  it('attack: a file under a second name takes no results, and one that everybody reads is closed first', async () => {
    const path = await createResultsFile(input);
    linkSync(path, join(folder, 'second'));
    await expect(openResultsFile(path, () => undefined)).rejects.toMatchObject({
      code: 'RESULTS_UNWRITABLE',
    });
    unlinkSync(join(folder, 'second'));
    chmodSync(path, 0o644);
    await (await openResultsFile(path, () => undefined)).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('are whole lines, in whatever number at once, and after half a line was left behind', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => sink.settled(sentRequest(index + 1), completed)),
    );
    await sink.close();
    appendFileSync(path, '{"line":51,"status":"comp');
    const again = await openResultsSink(path);
    await again.settled(sentRequest(51), completed);
    await again.close();
    expect(statuses(path)).toEqual(Array.from({ length: 51 }, (_, index) => `${index + 1} completed`));
  });

  it('lose no line behind a hole, as a disk leaves it that reorders', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), completed);
    await sink.close();
    // The end of the third line reached the disk, the second and its beginning did not.
    appendFileSync(path, `${'\0'.repeat(300)}pleted"}\n`);
    const again = await openResultsSink(path);
    for (const line of [2, 3]) await again.settled(sentRequest(line), completed);
    await again.close();
    expect(statuses(path)).toEqual(['1 completed', '2 completed', '3 completed']);
  });

  it('are written once, though they are told again', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), completed);
    await sink.settled(sentRequest(1), completed);
    await sink.close();
    const again = await openResultsSink(path);
    await again.settled(sentRequest(1), completed);
    await again.close();
    expect(statuses(path)).toEqual(['1 completed']);
  });

  it('say that a request waits, and later how it ended', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), waiting);
    await sink.settled(sentRequest(1), waiting);
    await sink.settled(sentRequest(1), completed);
    await sink.close();
    expect(statuses(path)).toEqual(['1 waiting', '1 completed']);
  });

  it('say that a request failed, once for each reason, and what came of it when it was tried again', async () => {
    const path = await createResultsFile(input);
    const failed = (code: string): Outcome => ({ state: 'failed', code, message: code, remedy: '' });
    for (const outcome of [failed('A'), failed('A'), failed('B'), completed, failed('A')]) {
      const sink = await openResultsSink(path);
      await sink.settled(sentRequest(1), outcome);
      await sink.close();
    }
    expect(statuses(path)).toEqual(['1 failed', '1 failed', '1 completed']);
  });

  it('name a check that failed', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    const wrong = { name: 'Signer', passed: false, detail: 'it is another' };
    await sink.settled(sentRequest(1), { ...completed, verifications: [wrong] });
    await sink.close();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      status: 'unverified',
      id: 'r1',
      error: { code: 'RESULT_NOT_VERIFIED', message: 'Signer: it is another' },
    });
  });

  it('are asked for where their file is gone', async () => {
    await expect(openResultsSink(join(folder, 'gone'))).rejects.toMatchObject({ code: 'RESULTS_MISSING' });
    await expect(createResultsFile(join(folder, 'no', 'folder'))).rejects.toMatchObject({
      code: 'RESULTS_UNWRITABLE',
    });
  });

  it.each([
    ['deleted', (path: string) => unlinkSync(path)],
    ['moved', (path: string) => renameSync(path, `${path}.old`)],
    [
      'saved by an editor that had read it before the last results',
      (path: string, early: string) => {
        writeFileSync(`${path}~`, early);
        renameSync(`${path}~`, path);
      },
    ],
    [
      'replaced by a link to another file',
      (path: string) => {
        unlinkSync(path);
        writeFileSync(`${path}.other`, 'mine');
        symlinkSync(`${path}.other`, path);
      },
    ],
  ])('attack: the file is %s during the batch; no result is lost', async (_, change) => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), completed);
    const early = readFileSync(path, 'utf8');
    await sink.settled(sentRequest(2), completed);
    change(path, early);
    const refusals = await Promise.all(
      [3, 4].map((line) => sink.settled(sentRequest(line), completed).catch((error: unknown) => error)),
    );
    expect(refusals).toMatchObject([{ code: 'RESULTS_MOVED' }, { code: 'RESULTS_MOVED' }]);
    await sink.close();
    const kept = `${path}.kept`;
    expect([statuses(kept), statSync(kept).mode & 0o777]).toEqual([['1 completed', '2 completed'], 0o600]);
    // As its words ask for.
    renameSync(kept, path);
    const again = await openResultsSink(path);
    for (const line of [3, 4]) await again.settled(sentRequest(line), completed);
    await again.close();
    expect(statuses(path)).toEqual(['1 completed', '2 completed', '3 completed', '4 completed']);
  });

  it('attack: the file is replaced while the disk takes a result; that one doesn’t count as written', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), completed);
    const second = sink.settled(sentRequest(2), completed).catch((error: unknown) => error);
    writeFileSync(`${path}~`, readFileSync(path));
    renameSync(`${path}~`, path);
    expect(await second).toMatchObject({ code: 'RESULTS_MOVED' });
    await sink.close();
  });

  it('attack: the file is emptied after a write that failed; closing leaves no hole in it', async () => {
    const path = await createResultsFile(input);
    const probe = await open(path);
    const failing = vi.spyOn(Object.getPrototypeOf(probe) as typeof probe, 'datasync');
    await probe.close();
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), completed);
    failing.mockRejectedValueOnce(Object.assign(new Error('No space'), { code: 'ENOSPC' }));
    await expect(sink.settled(sentRequest(2), completed)).rejects.toMatchObject({
      code: 'RESULTS_UNWRITABLE',
    });
    truncateSync(path);
    await sink.close();
    failing.mockRestore();
    expect(statSync(path).size).toBe(0);
  });

  it('attack: the file is gone, and something stands where its results would be kept', async () => {
    const path = await createResultsFile(input);
    const sink = await openResultsSink(path);
    await sink.settled(sentRequest(1), completed);
    unlinkSync(path);
    writeFileSync(`${path}.kept`, 'mine');
    await expect(sink.settled(sentRequest(2), completed)).rejects.toMatchObject({ code: 'RESULTS_MISSING' });
    await sink.close();
    expect(readFileSync(`${path}.kept`, 'utf8')).toBe('mine');
  });

  it.each([
    ['emptied', (path: string) => truncateSync(path), []],
    [
      'added to',
      (path: string) => appendFileSync(path, '{"line":9,"status":"noted"}\n'),
      ['1 completed', '9 noted'],
    ],
  ])(
    'attack: the file is %s in its place; nothing is written over, or behind a hole',
    async (_, change, left) => {
      const path = await createResultsFile(input);
      const sink = await openResultsSink(path);
      await sink.settled(sentRequest(1), completed);
      change(path);
      await expect(sink.settled(sentRequest(2), completed)).rejects.toMatchObject({
        code: 'RESULTS_CHANGED',
      });
      await sink.close();
      expect(statuses(path)).toEqual(left);
      const again = await openResultsSink(path);
      for (const line of [2, 3]) await again.settled(sentRequest(line), completed);
      await again.close();
      expect(statuses(path)).toEqual([...left, '2 completed', '3 completed']);
    },
  );
});
