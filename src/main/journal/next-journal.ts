import { basename } from 'node:path';
import { journalFile, measureFile, nextNumber } from './closed-journals.ts';
import { FIRST_LINE, noteDigest, noteFileText, noteText } from './closing-note.ts';
import type { ClosedMark, NoteSeal } from './head.ts';
import { type ChainedLine, GENESIS, chain } from './line.ts';
import type { End, JournalStatus } from './start-check.ts';

/** What a journal is closed with, and the next one begins with. */
interface NextJournal {
  readonly number: number;
  /** The text of the note's file. */
  readonly text: string;
  readonly marks: readonly ClosedMark[];
  /** The next journal's first line, which names the note by its digest. */
  readonly line: ChainedLine;
}

/**
 * Writes and seals the note on a journal that was changed outside the console. Nothing is on the disk yet.
 * @param tip the last line that the console wrote
 * @param parts `first`: the file of the first journal
 */
export async function prepareNext(
  { file, fault = '', foundAt, closed: known }: JournalStatus,
  tip: End,
  parts: {
    readonly first: string;
    readonly closed: readonly ClosedMark[];
    readonly seal: NoteSeal;
    readonly profile: string;
    readonly time: string;
    readonly signal: AbortSignal;
  },
): Promise<NextJournal> {
  const { first, closed, profile, time } = parts;
  const number = nextNumber(first, closed);
  const measured = await measureFile(file, parts.signal);
  const found = fault.slice(0, 2_000);
  const sealed = await parts.seal.sealNote((journal) =>
    noteText({
      ...{ format: 'keyops-journal-note', version: 1, number, journal },
      ...{ closedAt: time, foundAt: foundAt ?? time, found },
      written: { lines: tip.count, hash: tip.hash },
      file: measured === null ? null : { name: basename(file), ...measured },
      next: basename(journalFile(first, number)),
      damaged: known.flatMap(({ number: each, problem }) => (problem === null ? [] : [each])),
      previous: closed.at(-1)?.digest ?? null,
    }),
  );
  const text = noteFileText(sealed.text, sealed.seal);
  const digest = noteDigest(text);
  const subject = `follows ${basename(file)}, which was closed: ${found}`;
  const entry = { profile, publicKey: '', operation: FIRST_LINE, digest, subject, outcome: 'begun' };
  return { number, text, marks: [...closed, { number, digest }], line: chain(entry, 1, time, GENESIS) };
}
