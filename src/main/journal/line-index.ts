import { open } from 'node:fs/promises';
import { isChange } from './line-effect.ts';
import { parseLine } from './line.ts';
import type { ChainedLine } from './line.ts';

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
