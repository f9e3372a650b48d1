import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResultsFile, openResultsSink } from '#main/features/batches/results-file.ts';
import { openConsoleJournal } from '#main/journal/console-journal.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { completedWith, sentRequest } from '../fixtures/batch-files.ts';
import { fakeClock } from '../fixtures/fake-clock.ts';
import { memoryKeychain } from '../fixtures/memory-keychain.ts';
import { freshSigner, send, stampHeader } from '../fixtures/local-service.ts';
import { type SmallDisk, mountSmallDisk } from '../fixtures/small-disk.ts';
import { Broken, below } from './power-cuts.ts';
import { type Running, bodyOf, check, end, start } from './service-cuts.ts';

/** Why a fault cannot be made on this machine. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** The disk's size: what a database needs, and little more. */
const MEGABYTES = 3;
const MOST_REQUESTS = 400;

/**
 * The disk under the service and the console fills up while they work, and is read-only at a start. What was refused says
 * that it is the disk; when there is room they go on by themselves; what was acknowledged is there, once.
 * @returns how often a disk was full or read-only
 */
export async function fullDisks(random: () => number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-faults-'));
  try {
    const disk = mountSmallDisk(folder, MEGABYTES);
    if (disk === undefined) throw new Skipped('a disk can’t be mounted here (no user namespaces)');
    try {
      const consoleDisk = { fail: () => disk.fill(), work: () => disk.free(), code: 'DISK_FULL' };
      return (await underService(folder, disk, random)) + (await underConsole(folder, consoleDisk, random));
    } finally {
      disk.unmount();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underService(folder: string, disk: SmallDisk, random: () => number): Promise<number> {
  const data = join(folder, 'service');
  const root = freshSigner();
  const key = randomBytes(32);
  let running: Running | undefined;
  const post = async (body: string) => {
    const url = `${running?.url ?? ''}/public/v1/submit/create_private_keys`;
    return await send(url, body, stampHeader(body, root));
  };
  try {
    running = await start(data, root.publicKey, key);
    const { organizationId } = running;
    const began = Date.now();
    const known = new Map<string, string>();
    const work = async (body: string): Promise<boolean> => {
      const { status, json } = await post(body);
      const id = json.activity?.id;
      if (status === 200 && id !== undefined) {
        if (known.has(body) && known.get(body) !== id) throw new Broken('one body made two activities');
        known.set(body, id);
        return true;
      }
      const said = JSON.stringify(json);
      if (status !== 503 || !said.includes('disk that holds the database is full'))
        throw new Broken(`a full disk is told as ${status} ${said.slice(0, 200)}`);
      return false;
    };
    let sent = 0;
    const nextBody = (): string => bodyOf(organizationId, began - (sent += 1));
    for (let n = below(random, 4); n >= 0; n -= 1) await work(nextBody());
    disk.fill();
    const refused: string[] = [];
    for (let n = 0; refused.length < 3; n += 1) {
      if (n > MOST_REQUESTS) throw new Broken('a full disk refuses nothing');
      const bodies = Array.from({ length: 1 + below(random, 4) }, nextBody);
      const outcomes = await Promise.all(bodies.map(work));
      refused.push(...bodies.filter((_, index) => outcomes[index] !== true));
    }
    disk.free();
    for (const body of [...refused, ...known.keys()])
      if (!(await work(body))) throw new Broken('the service does not go on when there is room');
    await end(running.child, random() < 0.5 ? 'SIGKILL' : 'SIGTERM');

    disk.setReadOnly(true);
    try {
      running = await start(data, root.publicKey, key);
      throw new Broken('the service starts on a read-only disk');
    } catch (error) {
      if (!(error instanceof Broken) || !/read-only|cannot be opened|be written/u.test(error.message))
        throw error;
    } finally {
      disk.setReadOnly(false);
    }
    running = await start(data, root.publicKey, key);
    for (const body of known.keys()) await work(body);
    await end(running.child, 'SIGTERM');
    check(join(data, 'service.sqlite'), known.size);
    return 2;
  } finally {
    if (running !== undefined) await end(running.child, 'SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

/** A disk under the console, what makes it fail and work again, and the code by which its database tells of it. */
export interface ConsoleDisk {
  readonly fail: () => Promise<void> | void;
  readonly work: () => Promise<void> | void;
  readonly code: string;
}

/** The disk under the console's journal, database and results fails while they work. @returns 1 */
export async function underConsole(folder: string, disk: ConsoleDisk, random: () => number): Promise<number> {
  const data = join(folder, 'console');
  mkdirSync(data);
  const clock = fakeClock();
  const storage = await openStorage(data);
  const options = { dataFolder: data, keychain: memoryKeychain(), clock };
  const { journal } = await openConsoleJournal(options, storage, (error, when) => {
    // Later it is told as well, and whoever asked for the line hears why.
    if (when === 'start') throw error;
  });
  const results = await createResultsFile(join(data, 'batch.jsonl'));
  const sink = await openResultsSink(results);
  const acknowledged = { lines: new Set<string>(), results: new Set<number>() };
  let number = 0;
  /** Whether all three took it; what refuses says why. */
  const work = async (line: number): Promise<boolean> => {
    number += 1;
    const wrote = async (write: Promise<unknown>, codes: readonly string[]): Promise<boolean> => {
      try {
        await write;
        return true;
      } catch (error) {
        const { code = '', message = '' } = error as { code?: string; message?: string };
        if (codes.includes(code)) return false;
        throw new Broken(`${disk.code} is told as ${code} ${message}`);
      }
    };
    const digest = number.toString(16).padStart(64, '0');
    const entry = {
      profile: 'Local',
      publicKey: '02'.padEnd(66, 'a'),
      operation: 'create_private_keys',
      digest,
      outcome: 'completed',
    };
    const outcomes = [
      await wrote(
        journal.append(entry).then(() => acknowledged.lines.add(digest)),
        ['JOURNAL_UNWRITABLE', disk.code],
      ),
      await wrote(storage.settings.set('codes', `${line} ${'x'.repeat(2_000)}`), [disk.code]),
      await wrote(
        sink
          .settled(sentRequest(line), completedWith('1'.repeat(200)))
          .then(() => acknowledged.results.add(line)),
        ['RESULTS_UNWRITABLE'],
      ),
    ];
    return outcomes.every(Boolean);
  };
  let line = 0;
  for (let n = below(random, 5); n >= 0; n -= 1)
    if (!(await work((line += 1)))) throw new Broken('the console refuses before the disk fails');
  await disk.fail();
  for (let refused = 0, n = 0; refused < 3; n += 1) {
    if (n > MOST_REQUESTS) throw new Broken('a full disk refuses nothing');
    if (!(await work((line += 1)))) refused += 1;
  }
  await disk.work();
  for (let n = 1; n <= line + 2; n += 1)
    if (!(await work(n))) throw new Broken(`the console does not go on after ${disk.code}`);
  await sink.close();
  await journal.close();
  await storage.close();

  const again = await openStorage(data);
  const reopened = await openConsoleJournal(options, again, (error) => {
    throw error;
  });
  await reopened.journal.checkedWhole();
  const { fault } = reopened.journal.status();
  if (fault !== undefined)
    throw new Broken(`the journal counts as tampered with after ${disk.code}: ${fault}`);
  const digests = (await reopened.journal.list(null, 10_000, 'all')).map(({ digest }) => digest);
  if (
    [...acknowledged.lines].some((digest) => !digests.includes(digest)) ||
    new Set(digests).size !== digests.length
  )
    throw new Broken(`the journal lost a line, or has one twice, after ${disk.code}`);
  await reopened.journal.close();
  await again.close();
  const found = readFileSync(results, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => (JSON.parse(text) as { line: number }).line);
  if ([...acknowledged.results].some((each) => !found.includes(each)) || new Set(found).size !== found.length)
    throw new Broken(`the results lost a line, or have one twice, after ${disk.code}`);
  if (existsSync(join(folder, 'filler'))) throw new Error('The disk is still full.');
  rmSync(data, { recursive: true, force: true });
  return 1;
}
