import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { diskFaultIn } from '../platform/disk-watch.ts';
import { consoleError } from '../platform/errors.ts';
import {
  type ChainedLine,
  type Entry,
  type LineFilter,
  type LineIndex,
  chain,
  createLineIndex,
  isChange,
  readLines,
} from './line.ts';
import { AHEAD_LIMIT, EMPTY_HEAD, type Head, checkJournal } from './verify.ts';

/** The journal's file as its writer sees it. Calls are made one after the other. */
interface LineFile {
  /** Adds a line at the end; gives its first byte, and the one behind its last. It may not be on the disk yet. */
  append(text: string): Promise<{ start: number; end: number }>;
  /** Resolves when everything that was added is on the disk. */
  sync(): Promise<void>;
  /** Says that an unfinished line may stand at the end: it is moved aside before the next one is added. */
  expectTorn(): void;
  close(): Promise<void>;
}

function openLineFile(file: string): LineFile {
  let handle: FileHandle | undefined;
  let size = 0;
  let torn = false;
  let unsynced: { readonly start: number; readonly bytes: Buffer }[] = [];
  let isRewriteDue = false;
  const sync = async (): Promise<void> => {
    try {
      if (isRewriteDue) await rewrite(file, unsynced);
      handle ??= await open(file, 'a', 0o600);
      await handle.datasync();
    } catch (error) {
      // The system forgets what it could not write: the next sync would succeed without it.
      isRewriteDue = true;
      throw error;
    }
    isRewriteDue = false;
    unsynced = [];
  };
  return {
    append: async (text) => {
      if (isRewriteDue) await sync();
      if (torn) {
        await keepTornLine(file);
        torn = false;
        await handle?.close();
        handle = undefined;
      }
      if (handle === undefined) {
        handle = await open(file, 'a', 0o600);
        ({ size } = await handle.stat());
      }
      const bytes = Buffer.from(`${text}\n`);
      await handle.appendFile(bytes);
      const start = size;
      unsynced.push({ start, bytes });
      size += bytes.length;
      return { start, end: size - 1 };
    },
    sync,
    expectTorn: () => {
      torn = true;
    },
    close: async () => {
      await handle?.close();
      handle = undefined;
    },
  };
}

/** Writes lines again at their places, so that the system has them to write. */
async function rewrite(
  file: string,
  lines: readonly { readonly start: number; readonly bytes: Buffer }[],
): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for (const { start, bytes } of lines) await handle.write(bytes, 0, bytes.length, start);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

// The unfinished bytes move into a file beside the journal, and are cut off it.
async function keepTornLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const text = await handle.readFile();
    const end = text.lastIndexOf(0x0a) + 1;
    if (end === text.length) return;
    const kept = await open(`${file}.torn`, 'a', 0o600);
    try {
      await kept.appendFile(Buffer.concat([text.subarray(end), Buffer.from('\n')]));
      await kept.datasync();
    } finally {
      await kept.close();
    }
    await handle.truncate(end);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Where the journal's head is kept: beside the file, not in it. */
export interface HeadStore {
  get(): Promise<string | undefined>;
  set(text: string): Promise<void>;
}

/** What the check at the start found, and how many lines there are now. */
export interface JournalStatus {
  readonly isChecked: boolean;
  readonly lines: number;
  readonly fault: string | undefined;
  readonly torn: boolean;
}

/** The record of every stamp. */
export interface Journal {
  status(): JournalStatus;
  /** Resolves when the check at the start is done. */
  checked(): Promise<void>;
  /**
   * Adds a line. That of a change is on the disk when this resolves; that of a query is in the file, and follows to the
   * disk with the next change or within seconds. @throws AppError `JOURNAL_UNWRITABLE`
   */
  append(entry: Entry): Promise<ChainedLine>;
  /** Newest first, below the line number `before`. */
  list(before: number | null, limit: number, filter: LineFilter): Promise<ChainedLine[]>;
  close(): Promise<void>;
}

/** How long the stamps of queries may wait for the disk and for the head. */
const SETTLE_MS = 5_000;

const headSchema = z.object({ count: z.number().int().min(0), hash: z.string() });

/**
 * Opens the journal, and checks it from its first line; lines that are added meanwhile wait for the check.
 * @param onUnwritable gets what kept a line, or the lines of queries, from the disk
 */
export async function openJournal(
  file: string,
  heads: HeadStore,
  clock: Clock,
  onUnwritable: (cause: unknown) => void = () => undefined,
): Promise<Journal> {
  const known = readHead(await heads.get());
  const lineFile = openLineFile(file);
  let index: LineIndex = createLineIndex();
  let found: Omit<JournalStatus, 'lines'> = { isChecked: false, fault: undefined, torn: false };
  let head: Head = known;
  // How many lines the head in the database does not know, and whether it has to know them before the next one.
  let ahead = 0;
  let isUrgent = false;
  let hasFailed = false;
  let cancelSettling: (() => void) | undefined;

  const check = async (): Promise<void> => {
    try {
      const { index: read, last, fault, torn } = await checkJournal(file, known);
      index = read;
      // A journal that does not hold together goes on from the last line that was acknowledged: the record is not lost,
      // and the fault before it stays to be seen.
      if (fault === undefined) head = last;
      ahead = head.count - known.count;
      isUrgent = ahead > 0;
      if (torn) lineFile.expectTorn();
      found = { isChecked: true, fault, torn };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      found = { isChecked: true, fault: `The journal could not be read: ${why}`, torn: false };
    }
  };
  const checking = check();
  let queue: Promise<unknown> = checking;

  const settle = async (): Promise<void> => {
    cancelSettling?.();
    cancelSettling = undefined;
    if (ahead === 0) return;
    await lineFile.sync();
    await heads.set(JSON.stringify(head));
    ahead = 0;
    isUrgent = false;
  };
  const write = async (entry: Entry): Promise<ChainedLine> => {
    // Behind a change whose flush failed nothing may stand before the head knows it.
    if (hasFailed) await settle();
    hasFailed = false;
    const line = chain(entry, head.count + 1, new Date(clock.now()).toISOString(), head.hash);
    const { start, end } = await lineFile.append(JSON.stringify(line));
    index.add(line, start, end);
    head = { count: line.number, hash: line.hash };
    ahead += 1;
    isUrgent ||= isChange(line) || ahead >= AHEAD_LIMIT;
    if (isUrgent) await settle();
    else cancelSettling ??= clock.after(SETTLE_MS, () => void inTurn(settle).catch(() => undefined));
    return line;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work).catch((cause: unknown) => {
      hasFailed = true;
      // What was half written is moved aside before the next line.
      lineFile.expectTorn();
      onUnwritable(cause);
      throw consoleError(`JOURNAL_UNWRITABLE.${diskFaultIn(cause) ?? 'other'}`, { cause });
    });
    queue = done.catch(() => undefined);
    return done;
  };

  return {
    status: () => ({ ...found, lines: index.count() }),
    checked: () => checking,
    append: (entry) => inTurn(() => write(entry)),
    list: async (before, limit, filter) => {
      // Not before the check, and with every line that was asked for by now.
      await queue;
      return readLines(file, index.find(before, limit, filter));
    },
    close: async () => {
      // What cannot be written any more is missing from the head alone; the next start takes it for a crash.
      await inTurn(settle).catch(() => undefined);
      await lineFile.close();
    },
  };
}

/** The kept head; one that cannot be read was changed, and no journal has it. */
function readHead(text: string | undefined): Head {
  if (text === undefined) return EMPTY_HEAD;
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return { count: 1, hash: 'unreadable' };
  }
}
