import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type ChainedLine, GENESIS, hashOf, isChange, parseLine } from './line.ts';

/** Which lines of the journal are asked for: those of stamps that could change something, or all. */
export type LineFilter = 'changes' | 'all';

interface Place {
  readonly number: number;
  /** The first byte of the line, and the one behind its last. */
  readonly start: number;
  readonly end: number;
}

/** Where each line stands in the file: a page is read from there, and the journal itself is not kept in memory. */
export interface LineIndex {
  readonly count: () => number;
  add(line: ChainedLine, start: number, end: number): void;
  /** Newest first, below the line number `before`. */
  find(before: number | null, limit: number, filter: LineFilter): Place[];
}

export function createLineIndex(): LineIndex {
  const all: Place[] = [];
  const changes: Place[] = [];
  return {
    count: () => all.length,
    add: (line, start, end) => {
      const place = { number: line.number, start, end };
      all.push(place);
      if (isChange(line)) changes.push(place);
    },
    find: (before, limit, filter) => {
      const from = filter === 'all' ? all : changes;
      // From the end, because that is where people look; also right where numbers were tampered with.
      const below = before === null ? from.length - 1 : from.findLastIndex(({ number }) => number < before);
      return from.slice(Math.max(0, below + 1 - limit), below + 1).reverse();
    },
  };
}

/** Reads lines from their places; one that is no line any more was edited since, and is left out. */
export async function readLines(file: string, places: readonly Place[]): Promise<ChainedLine[]> {
  if (places.length === 0) return [];
  const handle = await open(file, 'r');
  try {
    const lines: ChainedLine[] = [];
    for (const { start, end } of places) {
      const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
      const line = parseLine(buffer.toString('utf8'));
      if (line !== undefined) lines.push(line);
    }
    return lines;
  } finally {
    await handle.close();
  }
}

/** The last line that is known to be on the disk, kept outside the file so that lines missing at its end are noticed. */
export interface Head {
  readonly count: number;
  readonly hash: string;
}

export const EMPTY_HEAD: Head = { count: 0, hash: GENESIS };

/** How many lines the file may be ahead of its head: stamps of queries wait for it together, a change only for itself. */
export const AHEAD_LIMIT = 64;

/** What stands in a journal file. */
export interface JournalCheck {
  /** Every line that can be read, in the file's order; up to the fault they also hold together. */
  readonly index: LineIndex;
  /** The last line up to which the journal holds together. */
  readonly last: Head;
  /** What is wrong and where; undefined when the journal is intact. */
  readonly fault: string | undefined;
  /** An unfinished last line, as a crash while writing leaves it. */
  readonly torn: boolean;
}

/**
 * Reads a journal from its start and checks every link, streaming.
 * @param head the last line that the database knows; behind it may stand what a crash kept from the head: stamps of
 *   queries, and then one of a change
 */
export async function checkJournal(file: string, head: Head): Promise<JournalCheck> {
  const index = createLineIndex();
  let previous = GENESIS;
  let reached = head.count === 0;
  let fault: string | undefined;
  let number = 0;
  let changesAhead = 0;
  const take = (text: string, start: number, end: number): void => {
    const line = parseLine(text);
    if (line !== undefined) index.add(line, start, end);
    if (fault !== undefined) return;
    number += 1;
    if (line === undefined) fault = `Line ${number} is not a line that the journal writes: it was edited.`;
    else if (line.hash !== hashOf(line)) fault = `Line ${number} does not match its own hash: it was edited.`;
    else if (line.number !== number || line.previous !== previous) {
      fault = `Line ${number} does not follow the line before it: a line was removed, added or moved.`;
    } else {
      previous = line.hash;
      if (number === head.count) reached = line.hash === head.hash;
      // A change takes the head with it before anything else is written: nothing can stand behind it.
      if (changesAhead > 0) changesAhead += 1;
      else if (number > head.count && isChange(line)) changesAhead = 1;
    }
  };
  const rest = await eachLine(file, take);
  if (fault === undefined && number < head.count) {
    fault = `The journal ends after line ${number}; it had ${head.count} lines.`;
  } else if (fault === undefined && (changesAhead > 1 || number > head.count + AHEAD_LIMIT)) {
    fault = `The journal has ${number} lines; the console wrote ${head.count}.`;
  } else if (fault === undefined && !reached) {
    fault = `Line ${head.count} is not the line that was written: the journal was rewritten.`;
  }
  return { index, last: { count: number, hash: previous }, fault, torn: rest > 0 };
}

const NEWLINE = 0x0a;

/** Hands out each whole line with where it stands, in bytes; gives the number of bytes behind the last of them. */
async function eachLine(
  file: string,
  take: (text: string, start: number, end: number) => void,
): Promise<number> {
  let at = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readIfThere(file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      take(bytes.toString('utf8', start, end), at + start, at + end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    at += start;
  }
  return rest.length;
}

async function* readIfThere(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
