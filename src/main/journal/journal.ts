import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import { diskFaultIn } from '../platform/disk-watch.ts';
import { consoleError } from '../platform/errors.ts';
import { type HeadStore, readHead } from './head.ts';
import {
  type ChainedLine,
  type Entry,
  type LineFilter,
  chain,
  createLineBlocks,
  isChange,
  readLines,
} from './line.ts';
import { openLineFile } from './line-file.ts';
import { type End, type JournalStatus, type NextLines, checkBehind, checkStart } from './start-check.ts';

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
  let next: NextLines | undefined;
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
    // A keychain that doesn't answer holds up nobody who closes.
    const isOwn = Promise.race([heads.isOwn(), closing]);
    const start = await checkStart(lineFile, kept, { isOwn, checkedAtOnce, signal: stopping.signal });
    if (start.blocks !== undefined) older = start.blocks;
    ({ status: found, tip, next } = start);
    if (start.there !== undefined) taken(start.there.lines, start.there.start);
  };
  /** The lines behind the checkpoint, which its end says nothing of. */
  const checkOlder = async (): Promise<void> => {
    if (found.isWholeChecked || isStopping() || kept.end === undefined) return;
    const { fault, blocks } = await checkBehind(file, { ...kept, end: kept.end }, stopping.signal);
    if (isStopping() && blocks === undefined) return;
    if (blocks !== undefined) older = blocks;
    tell(fault);
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
