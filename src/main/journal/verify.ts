import { type FileHandle, open } from 'node:fs/promises';
import type { Checkpoint, Head } from './head.ts';
import {
  type ChainedLine,
  GENESIS,
  LINE_BYTES,
  type LineBlocks,
  createLineBlocks,
  hashOf,
  isChange,
  parseLine,
} from './line.ts';
import { nextTurn } from '../platform/pacing.ts';

/** How many lines a file of an earlier version may be ahead of its head: stamps of queries, and then one of a change. */
export const AHEAD_LIMIT = 64;

/** What stands in a journal file, or in the beginning of it. */
export interface JournalCheck {
  readonly blocks: LineBlocks;
  /** The last line up to which the journal holds together. */
  readonly last: Head;
  /** The byte behind that line. */
  readonly end: number;
  /** How many whole lines there are, and the byte behind the last of them. */
  readonly lines: number;
  readonly wholeEnd: number;
  /** What is wrong and where; undefined when the journal is intact. */
  readonly fault: string | undefined;
  /** An unfinished last line, as a crash while writing leaves it. */
  readonly torn: boolean;
}

/** The next turn of others comes after so many bytes. */
const CHUNK = 64 * 1024;

/**
 * Reads a journal from its start and checks every link, streaming.
 * @param head the last line that is known; one without `end` is of an earlier version, and behind it may stand what a crash
 *   kept from it: stamps of queries, and then one of a change. What stands behind another `checkTail` looks at
 * @param options `upTo`: where the reading ends, in bytes. `signal` ends it at once, with its reason as the error
 */
export async function checkJournal(
  file: string,
  head: Checkpoint,
  { upTo, signal }: { readonly upTo?: number; readonly signal?: AbortSignal } = {},
): Promise<JournalCheck> {
  const blocks = createLineBlocks();
  let previous = GENESIS;
  let reached = head.count === 0;
  let fault: string | undefined;
  let number = 0;
  let lines = 0;
  let holdsTo = 0;
  let changesAhead = 0;
  const take = (text: string, start: number, end: number): void => {
    lines += 1;
    if (fault !== undefined) return;
    const line = parseLine(text);
    number += 1;
    fault = faultOf(line, number, previous);
    if (line === undefined || fault !== undefined) return;
    previous = line.hash;
    holdsTo = end + 1;
    blocks.add(line, start);
    if (number === head.count) reached = line.hash === head.hash;
    // A change took the head with it before anything else was written: nothing can stand behind it.
    if (changesAhead > 0) changesAhead += 1;
    else if (number > head.count && isChange(line)) changesAhead = 1;
  };
  const { wholeEnd, rest } = await eachLine(file, { take, upTo, signal });
  const held = fault === undefined ? number : number - 1;
  if (fault === undefined && number < head.count) fault = endsEarly(number, head.count);
  else if (
    fault === undefined &&
    head.end === undefined &&
    (changesAhead > 1 || number > head.count + AHEAD_LIMIT)
  )
    fault = tooMany(number, head.count);
  else if (fault === undefined && !reached)
    fault = `Line ${head.count} is not the line that was written: the journal was rewritten.`;
  const last = { count: held, hash: previous };
  return { blocks, last, end: holdsTo, lines, wholeEnd, fault, torn: rest > 0 };
}

/** What is wrong with a line as the one with that number, behind the one with that hash. */
function faultOf(line: ChainedLine | undefined, number: number, previous: string): string | undefined {
  if (line === undefined) return `Line ${number} is not a line that the journal writes: it was edited.`;
  if (line.hash !== hashOf(line)) return `Line ${number} does not match its own hash: it was edited.`;
  return line.number === number && line.previous === previous
    ? undefined
    : `Line ${number} does not follow the line before it: a line was removed, added or moved.`;
}

const endsEarly = (found: number, count: number): string =>
  `The journal ends after line ${found}; it had ${count} lines.`;
const tooMany = (found: number, count: number): string =>
  `The journal has ${found} lines; the console wrote ${count}.`;

/** What stands at the end of a journal file. */
export interface TailCheck {
  readonly fault: string | undefined;
  /** Whether bytes behind the head are no whole line of it: a crash left them, and they are moved aside. */
  readonly torn: boolean;
  /** Whether every line that was about to be written stands there. */
  readonly isWhole: boolean;
}

/**
 * Looks at the end of a journal alone: its head's line stands where it was written, and behind it nothing but what was about
 * to be written, or a part of that as a crash leaves it. Takes as long for any journal.
 */
export async function checkTail(
  file: string,
  head: Checkpoint & { readonly end: number },
): Promise<TailCheck> {
  const expected = Buffer.from((head.next ?? []).map((text) => `${text}\n`).join(''));
  const wrong = (fault: string): TailCheck => ({ fault, torn: false, isWhole: false });
  const rewritten = `Line ${head.count} is not the line that was written: the journal was rewritten.`;
  const handle = await openIfThere(file);
  if (handle === undefined) {
    return head.end === 0
      ? { fault: undefined, torn: false, isWhole: expected.length === 0 }
      : wrong(endsEarly(0, head.count));
  }
  try {
    const { size } = await handle.stat();
    if (size < head.end)
      return wrong(`The journal ends before line ${head.count}; it had ${head.count} lines.`);
    if (head.end > 0) {
      const bytes = await readRange(handle, Math.max(0, head.end - LINE_BYTES), head.end);
      const line =
        bytes.at(-1) === NEWLINE
          ? parseLine(bytes.toString('utf8', bytes.lastIndexOf(NEWLINE, -2) + 1, bytes.length - 1))
          : undefined;
      if (line?.number !== head.count || line.hash !== head.hash || line.hash !== hashOf(line))
        return wrong(rewritten);
    }
    // One byte more than was to be written says as much as all of them.
    const rest = await readRange(handle, head.end, Math.min(size, head.end + expected.length + LINE_BYTES));
    const isOurs =
      rest.length <= expected.length && rest.every((byte, at) => byte === expected[at] || byte === 0);
    if (!isOurs && rest.includes(NEWLINE)) {
      const added = rest.filter((byte) => byte === NEWLINE).length;
      return wrong(tooMany(head.count + added, head.count + (head.next ?? []).length));
    }
    const isWhole = rest.equals(expected);
    return { fault: undefined, torn: !isWhole && rest.length > 0, isWhole };
  } finally {
    await handle.close();
  }
}

const NEWLINE = 0x0a;

async function readRange(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  return bytes.subarray(0, await readInto(handle, bytes, start));
}

/** Fills memory with what the file has from that byte on; gives how many bytes there were. */
async function readInto(handle: FileHandle, bytes: Buffer, start: number): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** Hands out each whole line with where it stands, in bytes; gives where the last one ends, and how many bytes follow. */
export async function eachLine(
  file: string,
  {
    take,
    upTo,
    signal,
  }: {
    readonly take: (text: string, start: number, end: number) => void;
    readonly upTo?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<{ readonly wholeEnd: number; readonly rest: number }> {
  const handle = await openIfThere(file);
  if (handle === undefined) return { wholeEnd: 0, rest: 0 };
  /** The place of the first byte in memory. */
  let at = 0;
  // The same memory for all of the file: what is read into new memory stays until the collector comes by.
  let buffer = Buffer.alloc(2 * CHUNK);
  /** So many bytes of a line that isn't whole stand at its start. */
  let rest = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (buffer.length - rest < CHUNK) buffer = Buffer.concat([buffer.subarray(0, rest)], 2 * buffer.length);
      const wanted = Math.min(CHUNK, (upTo ?? Infinity) - at - rest);
      const read = await readInto(handle, buffer.subarray(rest, rest + Math.max(0, wanted)), at + rest);
      if (read === 0) return { wholeEnd: at, rest };
      const bytes = buffer.subarray(0, rest + read);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        take(bytes.toString('utf8', start, end), at + start, at + end);
        start = end + 1;
      }
      buffer.copyWithin(0, start, rest + read);
      rest = bytes.length - start;
      at += start;
      await nextTurn();
    }
  } finally {
    await handle.close();
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the file has that text before a place. */
export async function endsWith(file: string, end: number, text: string): Promise<boolean> {
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
