import { basename } from 'node:path';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { measureFile } from '../journal/closed-journals.ts';
import { type ClosingNote, FIRST_LINE, NOTE_BYTES, noteDigest, parseNote } from '../journal/closing-note.ts';
import { EMPTY_HEAD } from '../journal/head.ts';
import { type JournalClaim, SEARCHED_LINES, stampOfLine } from '../features/activities/module.ts';
import { hashOf, isChange, parseLine, readLines } from '../journal/line.ts';
import { checkJournal, eachLine } from '../journal/verify.ts';
import { openPlainFile, readUpTo } from '../platform/plain-files.ts';

/** What `keyops verify` found of a file. */
export interface FileCheck {
  readonly file: string;
  readonly passed: boolean;
  readonly detail: string;
  /** That nothing but its form could be looked at: no request stands beside it. */
  readonly isFormOnly?: true;
}

/** A note that was named, or why it is none. */
type NamedNote = { readonly digest: string; readonly note: ClosingNote } | { readonly refusal: string };
type Notes = ReadonlyMap<string, NamedNote>;

/** Whether that is what the note on a closed journal is called. */
export const isNotePath = (path: string): boolean => /^journal\.note-\d+\.json$/u.test(basename(path));

/** The notes among the files that were named. */
export async function readNotes(paths: readonly string[]): Promise<Notes> {
  const notes = new Map<string, NamedNote>();
  for (const path of paths.filter(isNotePath))
    try {
      const text = fromUtf8(await readUpTo(path, NOTE_BYTES));
      const note = parseNote(text)?.note;
      notes.set(
        path,
        note === undefined
          ? { refusal: 'It isn’t a note in the form that the console writes' }
          : { digest: noteDigest(text), note },
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      notes.set(path, { refusal: error.message });
    }
  return notes;
}

/** A note by its form and by the note before it. Its seal only the console of its data folder can check (`keyops journal`). */
export function verifyNote(path: string, notes: Notes): FileCheck {
  const named = notes.get(path);
  if (named === undefined || 'refusal' in named)
    return { file: path, passed: false, detail: named?.refusal ?? 'It isn’t a note' };
  const { note, digest } = named;
  const before = [...notes.values()].find((each) => 'note' in each && each.note.next === note.file?.name);
  if (before !== undefined && 'digest' in before && before.digest !== note.previous)
    return { file: path, passed: false, detail: 'It names another note as the one before it' };
  return {
    file: path,
    passed: true,
    detail: `A note on ${note.file?.name ?? 'a journal that was gone'}, ${digest}: ${note.found}`,
  };
}

/**
 * A journal: one that a named note closed is the file that the note describes; any other holds together. One that begins with a
 * note names those that are there. How many lines the console wrote, its data folder knows (`keyops journal`).
 */
export async function verifyJournal(path: string, notes: Notes): Promise<FileCheck> {
  const refuse = (detail: string): FileCheck => ({ file: path, passed: false, detail });
  try {
    await (await openPlainFile(path)).close();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refuse(error.message);
  }
  const read = [...notes.values()].filter((each) => 'note' in each);
  const closing = read.find(({ note }) => note.file?.name === basename(path));
  const [first] = await readLines(path, [], { before: 2, limit: 1, filter: 'all' });
  const previous = read.find(({ note }) => note.next === basename(path));
  const follows = first?.operation === FIRST_LINE && first.number === 1 ? first.digest : undefined;
  if (previous !== undefined && follows !== previous.digest)
    return refuse('Its first line doesn’t name the note on the journal before it');
  const start =
    follows === undefined
      ? ''
      : previous === undefined
        ? `. It follows note ${follows}`
        : '. Its first line names the note before it';
  if (closing !== undefined) {
    const measured = await measureFile(path, new AbortController().signal);
    const { file, found } = closing.note;
    return measured?.sha256 === file?.sha256 && measured?.bytes === file?.bytes
      ? { file: path, passed: true, detail: `It is the file that its note closed: ${found}${start}` }
      : refuse('It isn’t the file that its note closed');
  }
  const { last, fault } = await checkJournal(path, { ...EMPTY_HEAD, end: 0 });
  if (fault === undefined && last.count === 0) return refuse('It has no line');
  return {
    file: path,
    passed: fault === undefined,
    detail: fault ?? `All ${last.count} lines hold together, up to ${last.hash}${start}`,
  };
}

/**
 * Holds what evidence says of its signer's journal against the journals that were named: its lines, the end that it names, and
 * the signer's own stamps that it has no line for. Whether each of those journals holds together, its own check says.
 */
export async function findInJournals(
  claim: JournalClaim,
  journals: readonly string[],
): Promise<Pick<FileCheck, 'passed' | 'detail'>> {
  const { end } = claim;
  const missing = new Set(claim.hashes);
  const leftOut = new Set<string>();
  let hasEnd = end === null;
  try {
    for (const path of journals) {
      const found = await findInJournal(claim, path);
      found.hashes.forEach((hash) => missing.delete(hash));
      hasEnd ||= found.hasEnd;
      // A journal without the end is another one: the signer may have closed it before.
      if (end === null || found.hasEnd) found.unlined.forEach((stamp) => leftOut.add(stamp));
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { passed: false, detail: error.message };
  }
  const refuse = (detail: string) => ({ passed: false, detail });
  if (missing.size > 0)
    return refuse(
      `${missing.size.toLocaleString('en')} of its journal’s lines are in no journal that was named`,
    );
  if (!hasEnd)
    return refuse(
      `Line ${end?.number.toLocaleString('en') ?? ''}, with which its journal ended, is in no journal that was named`,
    );
  if (leftOut.size > 0)
    return refuse(
      `It left out the lines on ${leftOut.size.toLocaleString('en')} of its signer’s stamps, which are in a journal that was named`,
    );
  return {
    passed: true,
    detail:
      end === null
        ? 'Each of its journal’s lines is in a journal that was named. It names no end of that journal'
        : 'Each of its journal’s lines is in a journal that was named, and so is that journal’s end',
  };
}

/** What one journal has of what evidence says, and of the signer's stamps without a line, those up to the end. */
async function findInJournal({ hashes, end, unlined }: JournalClaim, path: string) {
  const wanted = new Set(hashes);
  const found = { hashes: new Set<string>(), unlined: new Set<string>(), hasEnd: false };
  await (await openPlainFile(path)).close();
  await eachLine(path, {
    take: (text) => {
      const line = parseLine(text);
      if (line === undefined) return;
      // The hash as it is computed: what a line claims proves nothing.
      const hash = hashOf(line);
      if (wanted.has(hash)) found.hashes.add(hash);
      const stamp = stampOfLine(line);
      // Only among these lines the console looked for stamps.
      const isSearched = isChange(line) && line.number > (end?.number ?? 0) - SEARCHED_LINES;
      if (!found.hasEnd && isSearched && unlined.has(stamp)) found.unlined.add(stamp);
      if (line.number === end?.number && hash === end.hash) found.hasEnd = true;
    },
  });
  return found;
}
