import { z } from 'zod';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z.string().regex(/^journal(?:\.\d{1,6})?\.jsonl$/);

const noteSchema = z.strictObject({
  format: z.literal('keyops-journal-note'),
  version: z.literal(1),
  number: z.number().int().min(1).max(999_999),
  /** The ID of the journal that was closed: the keychain has it too. */
  journal: z.uuid(),
  closedAt: z.iso.datetime(),
  /** When the console first saw what is wrong. */
  foundAt: z.iso.datetime(),
  /** What is wrong with the journal, and where. */
  found: z.string().min(1).max(2_000),
  /** The last line that the console wrote, whatever the file says. */
  written: z.strictObject({ lines: z.number().int().min(0), hash }),
  /** The file as it was found; null where it was gone. */
  file: z.strictObject({ name: fileName, bytes: z.number().int().min(0), sha256: hash }).nullable(),
  /** The file of the journal that follows. */
  next: fileName,
  /** Earlier notes that are gone or changed, or whose files are: known from here on. */
  damaged: z.array(z.number().int().min(1)),
  /** SHA-256 of the note before this one. */
  previous: hash.nullable(),
});
/** What is said of a journal that was changed outside the console, when it is closed (docs/decisions/173). */
export type ClosingNote = z.infer<typeof noteSchema>;

const sealedSchema = noteSchema.extend({ seal: hash });

/** The note's text as it is sealed. */
export const noteText = (note: ClosingNote): string => JSON.stringify(noteSchema.parse(note));

/** The file's text: one line of JSON. @param seal HMAC-SHA256 over the note's text, hex */
export const noteFileText = (text: string, seal: string): string =>
  `${JSON.stringify({ ...(JSON.parse(text) as object), seal })}\n`;

/** SHA-256 of a note's file, hex: the next journal's first line and head have it. */
export const noteDigest = (fileText: string): string => sha256Hex(toUtf8(fileText));

/** Reads a note's file; undefined where it isn't in the one form that the console writes. */
export function parseNote(
  fileText: string,
): { readonly note: ClosingNote; readonly seal: string } | undefined {
  try {
    const parsed = sealedSchema.safeParse(JSON.parse(fileText));
    if (!parsed.success) return undefined;
    const { seal, ...note } = parsed.data;
    return noteFileText(JSON.stringify(note), seal) === fileText ? { note, seal } : undefined;
  } catch {
    return undefined;
  }
}

/** Notes are shorter than this, in bytes. */
export const NOTE_BYTES = 64 * 1024;
/** The operation that the first line of a journal names, where it follows one that was closed. */
export const FIRST_LINE = 'begin_journal';
