import { constants } from 'node:fs';
import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { z } from 'zod';
import type { Outcome } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { inodeOf } from '../../journal/journal.ts';
import type { StoredRequest } from '../../storage/request-groups.ts';
import { type ResultWriter, failedCheck, failureOf } from '../request-groups/module.ts';
import { batchError } from './errors.ts';

/** So many batches of one file may lie beside it. */
const NAMES = 99;
const CHUNK = 1 << 20;

/**
 * Makes the file that takes the results of a batch, empty and for this user alone: `<input>.results.jsonl`, or with a
 * number where there is one already. Nothing is ever written into a file that was there before.
 * @throws AppError `RESULTS_UNWRITABLE`
 */
export async function createResultsFile(input: string): Promise<string> {
  for (let number = 1; number <= NAMES; number += 1) {
    const path = `${input}.results${number === 1 ? '' : `-${number}`}.jsonl`;
    try {
      await (await open(path, 'wx', 0o600)).close();
      return path;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw unwritable(error);
    }
  }
  throw unwritable(undefined);
}

/** Takes the file away again where nothing was written into it. */
export async function removeIfEmpty(path: string): Promise<void> {
  try {
    if ((await stat(path)).size === 0) await unlink(path);
  } catch {
    // Moved or gone: then it is not ours to remove.
  }
}

/** A file of lines that is only added to; half a line never stays in it. */
interface ResultsFile {
  /**
   * Resolves when the line is on the disk.
   * @throws AppError `RESULTS_UNWRITABLE`; `RESULTS_MOVED`, `RESULTS_MISSING`, `RESULTS_CHANGED` when somebody did that meanwhile
   */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file of results and cuts off what a crash left of a line.
 * @param onLine gets each whole line that is there
 * @throws AppError `RESULTS_MISSING` when it is there no more, `RESULTS_UNWRITABLE`
 */
export async function openResultsFile(path: string, onLine: (line: string) => void): Promise<ResultsFile> {
  const file = await openExisting(path);
  let size: number;
  try {
    size = await readLines(file, onLine);
    await file.truncate(size);
  } catch (error) {
    await file.close();
    throw unwritable(error);
  }

  let waiting: { readonly bytes: Buffer; readonly settle: (error?: AppError) => void }[] = [];
  let writing: Promise<void> = Promise.resolve();
  let isCutDue = false;
  // What a failed write left may be longer than what is written over it, and reach the disk after it.
  const cut = async (): Promise<void> => {
    if (!isCutDue) return;
    await file.truncate(size);
    await file.datasync();
    isCutDue = false;
  };
  let moved: AppError | undefined;
  // A result in a file that was renamed, or behind somebody else's lines, would be lost without a word.
  const requireOurs = async (): Promise<void> => {
    if (moved !== undefined) throw moved;
    const [held, inode] = await Promise.all([file.stat(), inodeOf(path)]);
    if (held.ino !== inode) throw (moved = await movedAway(file, path, size));
    if (held.size < size || (held.size > size && !isCutDue)) throw batchError('RESULTS_CHANGED', { path });
  };
  const add = async (bytes: Buffer): Promise<void> => {
    try {
      await cut();
      await writeWhole(file, bytes, size);
      // One trip to the disk for all that came in meanwhile.
      await file.datasync();
      size += bytes.length;
    } catch (error) {
      isCutDue = true;
      throw error;
    }
  };
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await requireOurs();
      await add(Buffer.concat(batch.map((each) => each.bytes)));
      // The lines are on the disk. If only the look fails, the next write reports it.
      await requireOurs().catch(onlyRefused);
      for (const { settle } of batch) settle();
    } catch (error) {
      const refusal = error instanceof AppError ? error : unwritable(error);
      for (const { settle } of batch) settle(refusal);
    }
  };
  return {
    append: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({
          bytes: Buffer.from(`${line}\n`),
          settle: (error) => (error === undefined ? resolve() : reject(error)),
        });
        writing = writing.then(write);
      }),
    close: async () => {
      await writing;
      // In a file that somebody else changed, the cut would take away their lines, or leave a hole.
      if (isCutDue)
        await requireOurs()
          .then(cut)
          .catch(() => undefined);
      await file.close();
    },
  };
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      // A second name of the file would show the results in somebody else's folder.
      if (!found.isFile() || found.nlink !== 1) throw unwritable(undefined);
      // Put there by hand after the first one was lost, it has the mode of any file.
      if ((found.mode & 0o077) !== 0) await file.chmod(0o600);
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (isCode(cause, 'ENOENT')) throw batchError('RESULTS_MISSING', { path, cause });
    throw unwritable(cause);
  }
}

/** Somebody removed or replaced the file: what it held has no other place, and gets one. */
async function movedAway(file: FileHandle, path: string, size: number): Promise<AppError> {
  const kept = `${path}.kept`;
  try {
    const copy = await open(kept, 'wx', 0o600);
    try {
      const buffer = Buffer.alloc(CHUNK);
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, size - at), at);
        if (bytesRead === 0) break;
        await writeWhole(copy, buffer.subarray(0, bytesRead), at);
        at += bytesRead;
      }
      await copy.datasync();
    } finally {
      await copy.close();
    }
  } catch (cause) {
    return batchError('RESULTS_MISSING', { path, cause });
  }
  return batchError('RESULTS_MOVED', { path, kept });
}

/** At a place of its own: behind what is known to be whole. */
async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/**
 * Hands out each line that has its end; gives the byte behind the last of them. A hole, which a crash leaves where a later part
 * reached the disk first, ends them: what was acknowledged stands before it, and the rest is told again.
 */
async function readLines(file: FileHandle, onLine: (line: string) => void): Promise<number> {
  const buffer = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let end = 0;
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, at);
    if (bytesRead === 0) return end;
    at += bytesRead;
    rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    for (let newline = rest.indexOf(0x0a); newline >= 0; newline = rest.indexOf(0x0a)) {
      if (rest.subarray(0, newline).includes(0)) return end;
      onLine(rest.toString('utf8', 0, newline));
      end += newline + 1;
      rest = rest.subarray(newline + 1);
    }
  }
}

const onlyRefused = (error: unknown): void => {
  if (error instanceof AppError) throw error;
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const unwritable = (cause: unknown): AppError => batchError('RESULTS_UNWRITABLE', { cause });

// No more of a line is kept in memory: results are long, and there are many.
const written = z.object({
  line: z.number(),
  status: z.string(),
  fingerprint: z.string().optional(),
  error: z.object({ code: z.string() }).optional(),
});
type Written = z.infer<typeof written>;

/** Results that nothing comes after. */
const isLast = ({ status }: Written): boolean => status === 'completed' || status === 'unverified';
const saysTheSame = (one: Written, other: Written): boolean =>
  one.status === other.status &&
  one.fingerprint === other.fingerprint &&
  one.error?.code === other.error?.code;

/**
 * Writes each result as a line of JSON. After a crash a result may be told again: what the file has is not written twice.
 * A request that waits for votes has a line that says so and another one once it was decided; one that failed and is tried
 * again has another one for what came of it then.
 * @throws AppError as {@link openResultsFile}
 */
export async function openResultsSink(path: string): Promise<ResultWriter> {
  const there = new Map<number, Written>();
  const file = await openResultsFile(path, (text) => {
    const line = readWritten(text);
    if (line !== undefined) there.set(line.line, line);
  });
  return {
    settled: async (request, outcome) => {
      const result = resultLine(request, outcome);
      const said = written.parse(result);
      const before = there.get(said.line);
      if (before !== undefined && (isLast(before) || saysTheSame(before, said))) return;
      await file.append(JSON.stringify(result));
      there.set(said.line, said);
    },
    close: () => file.close(),
  };
}

function readWritten(text: string): Written | undefined {
  try {
    return written.safeParse(JSON.parse(text)).data;
  } catch {
    // Whoever wrote that line, it is none of ours.
    return undefined;
  }
}

/** What is written of one request: its place, its name, what came of it. */
function resultLine(
  { line, position, reference, operation, body }: StoredRequest,
  outcome: Outcome,
): Readonly<Record<string, unknown>> {
  const place = { line: line ?? position + 1, id: reference, operation };
  const fingerprint = fingerprintOf(toUtf8(body));
  switch (outcome.state) {
    case 'completed': {
      const { activityId, result, transaction } = outcome;
      const hash = transaction === null ? {} : { transactionHash: transaction.hash };
      const done = { ...place, status: 'completed', activityId, fingerprint, result, ...hash };
      return failedCheck(outcome) === undefined
        ? done
        : { ...done, status: 'unverified', error: failureOf(outcome) };
    }
    case 'waiting': {
      const { activityId } = outcome;
      return { ...place, status: 'waiting', activityId, fingerprint };
    }
    case 'failed': {
      const { code, message, service } = outcome;
      const fields = service === undefined ? {} : { fieldViolations: service.fieldViolations };
      return {
        ...place,
        status: 'failed',
        activityId: null,
        fingerprint,
        error: { code, message, ...fields },
      };
    }
    case 'denied':
    case 'expired':
      return { ...place, status: outcome.state, activityId: null, fingerprint };
    case 'unanswered':
      // The results file's own word, which outside programs read.
      return { ...place, status: 'unknown', activityId: null, fingerprint };
  }
}
