import { createReadStream } from 'node:fs';
import { GENESIS, hashOf, parseLine } from './line.ts';
import type { ChainedLine } from './line.ts';

/** The last line that was acknowledged, kept outside the file so that lines missing at its end are noticed. */
export interface Head {
  readonly count: number;
  readonly hash: string;
}

export const EMPTY_HEAD: Head = { count: 0, hash: GENESIS };

/** What stands in a journal file. */
export interface JournalCheck {
  /** Every line that can be read, in the file's order; up to the fault they also hold together. */
  readonly lines: ChainedLine[];
  /** What is wrong and where; undefined when the journal is intact. */
  readonly fault: string | undefined;
  /** An unfinished last line, as a crash while writing leaves it. */
  readonly torn: boolean;
}

/**
 * Reads a journal from its start and checks every link, streaming.
 * @param head the last acknowledged line as the database knows it; one line more is a crash between the two writes
 */
export async function checkJournal(file: string, head: Head): Promise<JournalCheck> {
  const lines: ChainedLine[] = [];
  let previous = GENESIS;
  let rest = '';
  let reached = head.count === 0;
  let fault: string | undefined;
  let number = 0;
  const take = (text: string): void => {
    const line = parseLine(text);
    if (line !== undefined) lines.push(line);
    if (fault !== undefined) return;
    number += 1;
    if (line === undefined) fault = `Line ${number} is not a line that the journal writes: it was edited.`;
    else if (line.hash !== hashOf(line)) fault = `Line ${number} does not match its own hash: it was edited.`;
    else if (line.number !== number || line.previous !== previous) {
      fault = `Line ${number} does not follow the line before it: a line was removed, added or moved.`;
    } else {
      previous = line.hash;
      if (number === head.count) reached = line.hash === head.hash;
    }
  };
  for await (const chunk of readIfThere(file)) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    parts.forEach(take);
  }
  if (fault === undefined && number < head.count) {
    fault = `The journal ends after line ${number}; it had ${head.count} lines.`;
  } else if (fault === undefined && number > head.count + 1) {
    fault = `The journal has ${number} lines; the console wrote ${head.count}.`;
  } else if (fault === undefined && !reached) {
    fault = `Line ${head.count} is not the line that was written: the journal was written anew.`;
  }
  return { lines, fault, torn: rest !== '' };
}

async function* readIfThere(file: string): AsyncGenerator<string> {
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8' })) yield String(chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
