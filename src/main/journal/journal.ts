import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { diskFaultIn } from '../platform/disk-watch.ts';
import { consoleError } from '../platform/errors.ts';
import {
  type ChainedLine,
  type Entry,
  type LineFilter,
  chain,
  createLineBlocks,
  isChange,
  readLines,
} from './line.ts';
import { type Checkpoint, EMPTY_HEAD, checkJournal, checkTail } from './verify.ts';

/** The journal's file as its writer sees it. Calls are made one after the other. */
interface LineFile {
  /**
   * Writes at a place, which is its end but for what a crash or a failure left there: that is moved aside first. The bytes may
   * not be on the disk yet. @returns what somebody else did to the file since the last call
   */
  write(bytes: Buffer, at: number, isFirst: boolean): Promise<string | undefined>;
  /** Resolves when everything that was written is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

function openLineFile(file: string): LineFile {
  let handle: FileHandle | undefined;
  const reopen = async (): Promise<FileHandle> => {
    await handle?.close();
    handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    return handle;
  };
  return {
    write: async (bytes, at, isFirst) => {
      const before = handle ?? (await reopen());
      const [{ ino }, there] = await Promise.all([before.stat(), inodeOf(file)]);
      const isSame = ino === there;
      const opened = isSame ? before : await reopen();
      const { size } = await opened.stat();
      const found = !isSame
        ? 'The journal’s file was removed or replaced while the console was open.'
        : size !== at && !isFirst
          ? 'The journal’s file was changed while the console was open.'
          : undefined;
      if (size > at) await keepAside(opened, file, { at, size });
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await opened.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
      }
      return found;
    },
    sync: async () => {
      const opened = handle ?? (await reopen());
      await opened.datasync();
    },
    close: async () => {
      await handle?.close();
      handle = undefined;
    },
  };
}

async function inodeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ino;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// What stands behind the journal's end moves into a file beside it, and is cut off.
async function keepAside(
  handle: FileHandle,
  file: string,
  { at, size }: { readonly at: number; readonly size: number },
): Promise<void> {
  const kept = await open(`${file}.torn`, 'a', 0o600);
  try {
    const rest = Buffer.alloc(size - at);
    const { bytesRead } = await handle.read(rest, 0, rest.length, at);
    await kept.appendFile(Buffer.concat([rest.subarray(0, bytesRead), Buffer.from('\n')]));
    await kept.datasync();
  } finally {
    await kept.close();
  }
  await handle.truncate(at);
}

/** Where the journal's head is kept: beside the file, not in it. */
export interface HeadStore {
  get(): Promise<string | undefined>;
  /** Resolves when it is on the disk. */
  set(text: string): Promise<void>;
  /**
   * Whether the head that is kept was written by this console: by its key, or, with `unknown`, as far as can be told without
   * one.
   */
  isOwn(): Promise<'yes' | 'unknown' | 'no'>;
}

/** What the checks found, and how many lines there are now. */
export interface JournalStatus {
  /** Whether new lines can be added: at least the journal's end was checked. */
  readonly isChecked: boolean;
  /** Whether every line was checked since the start. */
  readonly isWholeChecked: boolean;
  readonly lines: number;
  readonly fault: string | undefined;
  readonly torn: boolean;
}

/** The record of every stamp. */
export interface Journal {
  status(): JournalStatus;
  /** Resolves when lines can be added: the end was checked, or all of it where nothing says what its end is. */
  checked(): Promise<void>;
  /** Resolves when every line was checked. */
  checkedWhole(): Promise<void>;
  /**
   * Adds a line; it is on the disk when this resolves. Those of one turn go there together, and that of a query waits a
   * second for company. @throws AppError `JOURNAL_UNWRITABLE`
   */
  append(entry: Entry): Promise<ChainedLine>;
  /** Newest first, below the line number `before`. */
  list(before: number | null, limit: number, filter: LineFilter): Promise<ChainedLine[]>;
  close(): Promise<void>;
}

/** How long the stamps of queries may wait for others, and how many of them. */
export const COMPANY_MS = 1_000;
const QUERIES = 64;
/** So many lines go to the disk at once. */
const GROUP = 256;
/** Up to this size a journal is checked whole before lines are added: that takes a moment. In bytes. */
const CHECKED_AT_ONCE = 1024 * 1024;

const headSchema = z.object({
  count: z.number().int().min(0),
  hash: z.string(),
  end: z.number().int().min(0).optional(),
  next: z.array(z.string()).optional(),
  fault: z.string().optional(),
});

/** Where the next line goes. */
interface End {
  readonly count: number;
  readonly hash: string;
  readonly end: number;
}

interface Waiting {
  readonly entry: Entry;
  readonly time: string;
  readonly done: (line: ChainedLine) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Opens the journal and checks its end, then the rest of it; lines that are added meanwhile wait for the first alone.
 * @param options `onUnwritable` gets what kept lines from the disk. Up to the size `checkedAtOnce`, in bytes, all of it is
 *   checked first
 */
export async function openJournal(
  file: string,
  heads: HeadStore,
  clock: Clock,
  {
    onUnwritable = () => undefined,
    checkedAtOnce = CHECKED_AT_ONCE,
  }: { readonly onUnwritable?: (cause: unknown) => void; readonly checkedAtOnce?: number } = {},
): Promise<Journal> {
  const kept = readHead(await heads.get());
  const lineFile = openLineFile(file);
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let older = createLineBlocks();
  const newer = createLineBlocks();
  let found: JournalStatus = {
    ...{ isChecked: false, isWholeChecked: false, lines: 0, fault: undefined, torn: false },
  };
  let tip: End = { ...kept, end: kept.end ?? 0 };
  /** What the head says is written next, and is not known to be in the file. */
  let next:
    { readonly lines: readonly ChainedLine[]; readonly text: string; readonly after: End } | undefined;
  /** Whether the file's end was not written by this run, or not as it should be: what is behind it is no surprise then. */
  let isFirst = true;
  /** Whether the head in the database names lines that are written next. */
  let isAhead = (kept.next ?? []).length > 0;

  const headText = (lines?: readonly string[]): string =>
    JSON.stringify({ ...tip, next: lines, fault: found.fault });
  const tell = (fault: string | undefined): void => {
    found = { ...found, fault: found.fault ?? fault };
  };

  /** Notes lines that the file has now, from that byte on. */
  const taken = (lines: readonly ChainedLine[], start: number): void => {
    let at = start;
    for (const line of lines) {
      newer.add(line, at);
      at += Buffer.byteLength(JSON.stringify(line)) + 1;
    }
    found = { ...found, lines: found.lines + lines.length };
  };

  /** Checks from the first line. */
  const checkWhole = async (isOwn: 'yes' | 'unknown' | 'no'): Promise<void> => {
    const check = await checkJournal(file, kept, { signal: stopping.signal });
    const tail = kept.end === undefined ? undefined : await checkTail(file, { ...kept, end: kept.end });
    const forged = isOwn === 'no' ? FORGED : undefined;
    const fault = check.fault ?? tail?.fault ?? forged ?? kept.fault;
    const torn = tail === undefined ? check.torn : tail.torn;
    older = check.blocks;
    const lines = fault === undefined && tail !== undefined ? kept.count : check.lines;
    found = { isChecked: true, isWholeChecked: true, lines, fault, torn };
    // A journal that does not hold together goes on from the last line that was acknowledged: the record is not lost,
    // and the fault before it stays to be seen.
    if (fault === undefined && tail === undefined) tip = { ...check.last, end: check.end };
    else if (fault !== undefined && (tail?.fault ?? check.fault ?? forged) !== undefined) {
      tip = { ...(isOwn === 'no' ? check.last : tip), end: check.wholeEnd };
      if (isOwn === 'no') return;
    }
    await continueNext(kept.next ?? [], tail?.isWhole === true);
  };
  /** Takes up what was about to be written when the console ended. */
  const continueNext = async (texts: readonly string[], isThere: boolean): Promise<void> => {
    if (texts.length === 0) return;
    const lines = texts.map((text) => JSON.parse(text) as ChainedLine);
    const text = texts.map((each) => `${each}\n`).join('');
    const last = lines.at(-1) ?? tip;
    const isInFile = isThere || (await endsWith(file, tip.end, text));
    const length = Buffer.byteLength(text);
    // In a journal that was tampered with they may stand before its end.
    const end = isInFile && !isThere ? tip.end : tip.end + length;
    const after = { count: tip.count + lines.length, hash: last.hash, end };
    if (isInFile) {
      await lineFile.sync();
      tip = after;
      if (isThere) taken(lines, after.end - length);
    } else next = { lines, text, after };
  };

  /** Brings the file to where the head says that it will be. */
  const finish = async (): Promise<void> => {
    if (next === undefined) return;
    const { lines, text, after } = next;
    tell(await lineFile.write(Buffer.from(text), tip.end, isFirst));
    isFirst = true;
    await lineFile.sync();
    taken(lines, tip.end);
    tip = after;
    next = undefined;
    isFirst = false;
  };

  let giveUp: (answer: 'unknown') => void = () => undefined;
  const closing = new Promise<'unknown'>((resolve) => (giveUp = resolve));
  const check = async (): Promise<void> => {
    try {
      // A keychain that doesn't answer holds up nobody who closes.
      const isOwn = await Promise.race([heads.isOwn(), closing]);
      const { end } = kept;
      if (isOwn === 'yes' && end !== undefined && end > checkedAtOnce) {
        const tail = await checkTail(file, { ...kept, end });
        if (tail.fault === undefined) {
          // What is left to be told comes from the check of the rest.
          found = { ...found, isChecked: true, lines: kept.count, fault: kept.fault, torn: tail.torn };
          await continueNext(kept.next ?? [], tail.isWhole);
          return;
        }
      }
      await checkWhole(isOwn);
    } catch (error) {
      if (isStopping()) return;
      const why = error instanceof Error ? error.message : String(error);
      found = { ...found, isChecked: true, isWholeChecked: true };
      tell(`The journal could not be read: ${why}`);
    }
  };
  /** The lines behind the checkpoint, which its end says nothing of. */
  const checkOlder = async (): Promise<void> => {
    const { end, count, hash } = kept;
    if (found.isWholeChecked || isStopping() || end === undefined) return;
    try {
      const { fault, blocks } = await checkJournal(
        file,
        { count, hash, end },
        { upTo: end, signal: stopping.signal },
      );
      older = blocks;
      tell(fault);
    } catch (error) {
      if (isStopping()) return;
      tell(`The journal could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    found = { ...found, isWholeChecked: true };
  };
  // What cannot be written now is tried again with the next line, and told then.
  const checking = check().then(() => finish().catch(() => undefined));
  const checkingWhole = checking.then(checkOlder);

  const commit = async (group: readonly Waiting[]): Promise<readonly ChainedLine[]> => {
    await finish();
    const lines: ChainedLine[] = [];
    let { hash } = tip;
    for (const { entry, time } of group) {
      const line = chain(entry, tip.count + lines.length + 1, time, hash);
      lines.push(line);
      hash = line.hash;
    }
    const texts = lines.map((line) => JSON.stringify(line));
    const text = texts.map((each) => `${each}\n`).join('');
    isAhead = true;
    await heads.set(headText(texts));
    const after = { count: tip.count + lines.length, hash, end: tip.end + Buffer.byteLength(text) };
    next = { lines, text, after };
    await finish();
    return lines;
  };

  /** Says in the head that the file has all of it: from then on nothing may be missing at its end. */
  const tidy = async (): Promise<void> => {
    if (!isAhead) return;
    await finish();
    await heads.set(headText());
    isAhead = false;
  };

  let waiting: Waiting[] = [];
  let cancelSettling: (() => void) | undefined;
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    await checking;
    // With everything that is asked for in this turn.
    await setImmediate();
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP);
      waiting = waiting.slice(GROUP);
      try {
        const lines = await commit(group);
        for (const [at, line] of lines.entries()) group[at]?.done(line);
      } catch (cause) {
        isFirst = true;
        onUnwritable(cause);
        const error = consoleError(`JOURNAL_UNWRITABLE.${diskFaultIn(cause) ?? 'other'}`, { cause });
        for (const { failed } of group) failed(error);
      }
    }
    // At once: whoever hears that a line is written may ask for the next one in the same turn.
    writing = undefined;
  };
  /** Writes what waits; resolves when it is on the disk, or could not be written. */
  const settle = (): Promise<void> => {
    cancelSettling?.();
    cancelSettling = undefined;
    writing ??= writeAll();
    return writing;
  };

  return {
    status: () => found,
    checked: () => checking,
    checkedWhole: () => checkingWhole,
    append: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ entry, time: new Date(clock.now()).toISOString(), done, failed });
        if (isChange(entry) || waiting.length >= QUERIES) void settle();
        else cancelSettling ??= clock.after(COMPANY_MS, () => void settle());
      }),
    list: async (before, limit, filter) => {
      // Not before the check, and with every line that was asked for by now.
      await checking;
      if (waiting.length > 0 || writing !== undefined) await settle();
      // Where lines were moved, what is known of their places says nothing.
      const blocks = found.fault === undefined ? [...older.all(), ...newer.all()] : [];
      return readLines(file, blocks, { before, limit, filter });
    },
    close: async () => {
      giveUp('unknown');
      // Nothing waits to be written behind what is still being checked.
      if (waiting.length === 0 && writing === undefined) stopping.abort();
      // What cannot be written any more is missing; the next start takes it for a crash.
      await settle();
      stopping.abort();
      await checkingWhole;
      await tidy().catch(() => undefined);
      await lineFile.close();
    },
  };
}

const FORGED = 'The journal’s head was changed: it does not have the seal of this console.';

/** The kept head; one that cannot be read was changed, and no journal has it. */
function readHead(text: string | undefined): Checkpoint {
  if (text === undefined) return EMPTY_HEAD;
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return { count: 1, hash: 'unreadable' };
  }
}

/** Whether the file has that text before a place. */
async function endsWith(file: string, end: number, text: string): Promise<boolean> {
  const expected = Buffer.from(text);
  if (expected.length > end) return false;
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(expected.length);
    await handle.read(bytes, 0, bytes.length, end - bytes.length);
    return bytes.equals(expected);
  } finally {
    await handle.close();
  }
}
