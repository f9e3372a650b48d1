import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { AppError } from '#protocol/error.ts';
import type { Clock } from '../platform/clock.ts';
import { diskFaultIn } from '../platform/disk-watch.ts';
import { consoleError } from '../platform/errors.ts';
import { KeychainError } from '../vault/keychain.ts';
import { checkClosed, journalFile, newProblem, writeNote } from './closed-journals.ts';
import { noteDigest, parseNote } from './closing-note.ts';
import {
  type Checkpoint,
  type ClosedMark,
  EMPTY_HEAD,
  type HeadStore,
  type NoteSeal,
  readHead,
} from './head.ts';
import { keepAside } from './keep-aside.ts';
import {
  type ChainedLine,
  type Entry,
  type LineBlocks,
  type LineFilter,
  chain,
  createLineBlocks,
  isChange,
  readLines,
} from './line.ts';
import { type End, type JournalStatus, type NextLines, checkBehind, checkStart } from './start-check.ts';
import { prepareNext } from './next-journal.ts';
import { nextTurn } from '../platform/pacing.ts';

/** The journal's file as its writer sees it. Calls are made one after the other. */
interface LineFile {
  /** Its path. */
  readonly file: string;
  /**
   * Writes at a place, which is its end but for what a crash or a failure left there: that is moved aside first. The bytes may
   * not be on the disk yet. @returns what somebody else did to the file since the last call
   */
  write(bytes: Buffer, at: number, isFirst: boolean): Promise<string | undefined>;
  /** Resolves when everything that was written is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file is made with the first line. */
function openLineFile(file: string): LineFile {
  let handle: FileHandle | undefined;
  const reopen = async (): Promise<FileHandle> => {
    const before = handle;
    // Where its folder is gone, the next line tries again, and not with a file that is closed.
    handle = undefined;
    await before?.close();
    handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    return handle;
  };
  return {
    file,
    write: async (bytes, at, isFirst) => {
      const before = handle ?? (await reopen());
      const [{ ino }, there] = await Promise.all([before.stat(), inodeOf(file)]);
      const isSame = ino === there;
      const opened = isSame ? before : await reopen();
      const { size } = await opened.stat();
      const found = !isSame
        ? 'The journal’s file was removed or replaced while the console was open.'
        : size < at || (size > at && !isFirst)
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

/** Which file a path leads to; undefined where there is none. */
export async function inodeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ino;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
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
   * second for company. @throws AppError `JOURNAL_UNWRITABLE`; `isPromised` says whether the line is written all the same
   */
  append(entry: Entry): Promise<ChainedLine>;
  /** Newest first, below the line number `before`. */
  list(before: number | null, limit: number, filter: LineFilter): Promise<ChainedLine[]>;
  /**
   * Closes a journal that was changed outside the console, with a sealed note, and begins the next one; its first line names
   * the note. Files stay as they are. @throws AppError `JOURNAL_INTACT`, `JOURNAL_UNWRITABLE`
   */
  startNext(profile: string): Promise<void>;
  close(): Promise<void>;
}

/** Failures of lines that the head has already: they are written before the next one. */
const promised = new WeakSet<object>();

/** Whether a line that `append` rejected with that is written later. Any other is not: whoever has it asks again. */
export const isPromised = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && promised.has(error);

/** How long the stamps of queries may wait for others, and how many of them. */
export const COMPANY_MS = 1_000;
const QUERIES = 64;
/** So many lines go to the disk at once. */
const GROUP = 256;
/** Up to this size a journal is checked whole before lines are added: that takes a moment. In bytes. */
const CHECKED_AT_ONCE = 1024 * 1024;

interface Waiting {
  readonly entry: Entry;
  readonly time: string;
  readonly done: (line: ChainedLine) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Opens the journal and checks its end, then the rest of it; lines that are added meanwhile wait for the first alone.
 * @param first the file of the first journal; those that follow closed ones stand beside it
 * @param options `seal` seals the notes on journals that are closed. `onUnwritable` gets what kept lines from the disk. Up to the size `checkedAtOnce`, in bytes, all of it is
 *   checked first
 */
export async function openJournal(
  first: string,
  heads: HeadStore,
  clock: Clock,
  {
    onUnwritable = () => undefined,
    checkedAtOnce = CHECKED_AT_ONCE,
    seal,
  }: {
    readonly onUnwritable?: (cause: unknown) => void;
    readonly checkedAtOnce?: number;
    readonly seal?: NoteSeal;
  } = {},
): Promise<Journal> {
  const kept = readHead(await heads.get());
  let closed: readonly ClosedMark[] = kept.closed ?? [];
  let lineFile = openLineFile(journalFile(first, closed.at(-1)?.number ?? 0));
  /** The text of the last note, until it is in its file. */
  let note = kept.note;
  let continues = kept.continues;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let older: LineBlocks | undefined;
  let newer = createLineBlocks();
  let found: JournalStatus = {
    ...{ isChecked: false, isWholeChecked: false, lines: 0, fault: undefined, torn: false },
    ...{ file: lineFile.file, foundAt: kept.foundAt, closed: [] },
  };
  let tip: End = { count: kept.count, hash: kept.hash, end: kept.end ?? 0 };
  /** What the head says is written next, and is not known to be in the file. */
  let next: NextLines | undefined;
  /** Whether the file's end was not written by this run, or not as it should be: what is behind it is no surprise then. */
  let isFirst = true;
  /** Whether it is known where the file ends. */
  let isEndRead = false;
  /** Whether the head in the database names lines that are written next. */
  let isAhead = (kept.next ?? []).length > 0;

  const headText = (lines?: readonly string[]): string =>
    JSON.stringify({
      ...tip,
      next: lines,
      fault: found.fault,
      foundAt: found.foundAt,
      closed: closed.length === 0 ? undefined : closed,
      note,
      continues,
    });
  const timeNow = (): string => new Date(clock.now()).toISOString();
  const tell = (fault: string | undefined): void => {
    const now = found.fault ?? fault;
    found = { ...found, fault: now, foundAt: now === undefined ? undefined : (found.foundAt ?? timeNow()) };
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

  /** Brings the file to where the head says that it will be. */
  const finish = async (): Promise<void> => {
    const last = closed.at(-1);
    if (note !== undefined && last !== undefined) await writeNote(first, last.number, note);
    note = undefined;
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
    // A keychain that doesn't answer holds up nobody who closes.
    const isOwn = Promise.race([heads.isOwn(), closing]);
    // Nobody but this console has it write a note.
    const isNote =
      (await isOwn.catch(() => 'unknown')) !== 'no' && noteDigest(note ?? '') === closed.at(-1)?.digest;
    if (!isNote) note = undefined;
    const start = await checkStart(lineFile, kept, { isOwn, checkedAtOnce, signal: stopping.signal });
    older = start.blocks;
    ({ tip, next, isEndRead } = start);
    found = { ...found, ...start.status, isWholeChecked: start.status.isWholeChecked && closed.length === 0 };
    tell(undefined);
    if (start.there !== undefined) taken(start.there.lines, start.there.start);
  };
  /** The lines behind the checkpoint, which its end says nothing of, and the journals before this one. */
  const checkRest = async (): Promise<void> => {
    if (found.isWholeChecked || isStopping() || kept.end === undefined) return;
    if (older === undefined) {
      const { fault, blocks } = await checkBehind(lineFile.file, { ...kept, end: kept.end }, stopping.signal);
      if (isStopping() && blocks === undefined) return;
      older = blocks;
      tell(fault);
    }
    try {
      const checked = await checkClosed({ first, closed, pending: note }, seal, stopping.signal);
      found = { ...found, closed: checked };
      tell(newProblem(checked));
    } catch (error) {
      if (isStopping()) return;
      tell(`A closed journal could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    found = { ...found, isWholeChecked: true };
  };
  // What cannot be written now is tried again with the next line, and told then.
  const checking = check().then(() => finish().catch(() => undefined));
  let checkingWhole = checking.then(checkRest);

  const commit = async (group: readonly Waiting[]): Promise<readonly ChainedLine[]> => {
    // It may be readable by now. Written before that, a line would take the place of those behind the head.
    if (!isEndRead) {
      const again = check();
      checkingWhole = again.then(checkRest);
      await again;
    }
    if (!isEndRead) throw new Error('The end of the journal could not be read.');
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
    // A head without its next lines says that there are none.
    if (!isAhead || !isEndRead) return;
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
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP);
      waiting = waiting.slice(GROUP);
      const before = next;
      try {
        const lines = await commit(group);
        for (const [at, line] of lines.entries()) group[at]?.done(line);
      } catch (cause) {
        isFirst = true;
        onUnwritable(cause);
        const error = consoleError(`JOURNAL_UNWRITABLE.${diskFaultIn(cause) ?? 'other'}`, { cause });
        if (next !== undefined && next !== before) promised.add(error);
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

  /** Ends this journal with a note, and begins the next one. */
  const startNext = async (profile: string): Promise<void> => {
    if (seal === undefined || found.fault === undefined || !found.isWholeChecked)
      throw consoleError('JOURNAL_INTACT');
    await finish();
    const { number, text, marks, line } = await prepareNext(found, tip, {
      ...{ first, closed, seal, profile, time: timeNow(), signal: stopping.signal },
    });
    const written = JSON.stringify(line);
    const begun: Checkpoint = { ...EMPTY_HEAD, end: 0, next: [written], closed: marks, note: text };
    // From here on the note and the line are there: what doesn't reach the disk now is written before the next line.
    await seal.begin((journal) => {
      continues = journal;
      return JSON.stringify({ ...begun, continues: journal });
    });
    await lineFile.close().catch(() => undefined);
    lineFile = openLineFile(journalFile(first, number));
    [older, newer, closed, note] = [undefined, createLineBlocks(), marks, text];
    tip = { ...EMPTY_HEAD, end: 0 };
    const after = { count: 1, hash: line.hash, end: Buffer.byteLength(written) + 1 };
    next = { lines: [line], text: `${written}\n`, after };
    [isFirst, isAhead, isEndRead] = [true, true, true];
    const last = { number, digest: noteDigest(text), note: parseNote(text)?.note ?? null, problem: null };
    found = {
      ...{ isChecked: true, isWholeChecked: true, lines: 0, fault: undefined, foundAt: undefined },
      ...{ torn: false, file: lineFile.file, closed: [...found.closed, last] },
    };
    await finish();
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
      const blocks = found.fault === undefined ? [...(older?.all() ?? []), ...newer.all()] : [];
      return readLines(lineFile.file, blocks, { before, limit, filter });
    },
    startNext: async (profile) => {
      await checkingWhole;
      while (waiting.length > 0 || writing !== undefined) await settle();
      const turn = startNext(profile);
      // Lines that are asked for meanwhile go to the next journal.
      const over = (): void => {
        writing = undefined;
        if (waiting.length > 0) void settle();
      };
      writing = turn.then(over, over);
      try {
        await turn;
      } catch (cause) {
        if (cause instanceof AppError || cause instanceof KeychainError) throw cause;
        onUnwritable(cause);
        throw consoleError(`JOURNAL_UNWRITABLE.${diskFaultIn(cause) ?? 'other'}`, { cause });
      }
    },
    close: async () => {
      giveUp('unknown');
      // Nothing waits to be written behind what is still being checked.
      if (waiting.length === 0 && writing === undefined) stopping.abort();
      // What cannot be written any more is missing; the next start takes it for a crash.
      do await settle();
      while (waiting.length > 0 || writing !== undefined);
      stopping.abort();
      await checkingWhole;
      await tidy().catch(() => undefined);
      await lineFile.close();
    },
  };
}
