import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ClosingNote, NOTE_BYTES, noteDigest, parseNote } from './closing-note.ts';
import type { ClosedMark, NoteSeal } from './head.ts';
import { nextTurn } from '../platform/pacing.ts';

/** A journal that was closed, and what is known of it now. */
export interface CheckedJournal {
  readonly number: number;
  /** The digest of its note, hex. */
  readonly digest: string;
  /** What its note says; null where the note is gone or was changed. */
  readonly note: ClosingNote | null;
  /** What is not as the note says, or wrong with the note itself; null where both are as they were. */
  readonly problem: string | null;
}

/** The file of the journal that follows the note with that number; 0 stands for the first journal. */
export const journalFile = (first: string, number: number): string =>
  number === 0 ? first : first.replace(/\.jsonl$/u, `.${number + 1}.jsonl`);
const noteFile = (first: string, number: number): string =>
  join(dirname(first), `journal.note-${number}.json`);

/** The number of the next note: no file has its name, nor that of the journal behind it. */
export function nextNumber(first: string, closed: readonly ClosedMark[]): number {
  let number = (closed.at(-1)?.number ?? 0) + 1;
  while (existsSync(noteFile(first, number)) || existsSync(journalFile(first, number))) number += 1;
  return number;
}

/** Puts a note into its file. Once this resolves it is on the disk; before, there is all of it or nothing. */
export async function writeNote(first: string, number: number, text: string): Promise<void> {
  const file = noteFile(first, number);
  const draft = `${file}.part`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Size and SHA-256 of a file, as it is read; null where it is gone. */
export async function measureFile(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string } | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(256 * 1024);
    for (let bytes = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
      hash.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
      await nextTurn();
    }
  } finally {
    await handle.close();
  }
}

async function readNote(file: string): Promise<string | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(NOTE_BYTES), 0, NOTE_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Holds the notes of closed journals against what the head has of them, and their files against the notes.
 * @param of `first`: the file of the first journal. `pending`: the text of the last note, where its file is still to be written
 */
export async function checkClosed(
  {
    first,
    closed,
    pending,
  }: {
    readonly first: string;
    readonly closed: readonly ClosedMark[];
    readonly pending: string | undefined;
  },
  seal: NoteSeal | undefined,
  signal: AbortSignal,
): Promise<CheckedJournal[]> {
  const checked: CheckedJournal[] = [];
  for (const { number, digest } of closed) {
    const isPending = pending !== undefined && noteDigest(pending) === digest;
    const text = isPending ? pending : await readNote(noteFile(first, number));
    const read = text === null || noteDigest(text) !== digest ? undefined : parseNote(text);
    const problem =
      text === null
        ? `Note ${number} on a closed journal was removed.`
        : read === undefined
          ? `Note ${number} on a closed journal was changed.`
          : (await seal?.isOwnNote(read)) === 'no'
            ? `Note ${number} on a closed journal does not have the seal of this console.`
            : await problemOfFile(first, read.note, signal);
    checked.push({ number, digest, note: read?.note ?? null, problem });
  }
  return checked;
}

async function problemOfFile(first: string, note: ClosingNote, signal: AbortSignal): Promise<string | null> {
  const { file } = note;
  if (file === null) return null;
  const found = await measureFile(join(dirname(first), file.name), signal);
  if (found === null) return `The closed journal ${file.name} was removed.`;
  return found.sha256 === file.sha256 && found.bytes === file.bytes
    ? null
    : `The closed journal ${file.name} was changed after it was closed.`;
}

/** The first thing that is wrong with closed journals and stands in no later note. */
export function newProblem(closed: readonly CheckedJournal[]): string | undefined {
  const known = new Set(closed.flatMap(({ note }) => note?.damaged ?? []));
  return closed.find(({ number, problem }) => problem !== null && !known.has(number))?.problem ?? undefined;
}
