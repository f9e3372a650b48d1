import { z } from 'zod';
import type { ClosingNote } from './closing-note.ts';
import { GENESIS } from './line.ts';

/** The last line that is known to be on the disk, kept outside the file so that lines missing at its end are noticed. */
export interface Head {
  readonly count: number;
  readonly hash: string;
}

export const EMPTY_HEAD: Head = { count: 0, hash: GENESIS };

/** The journal's head as the console keeps it: a checkpoint, and what was about to be written behind it. */
export interface Checkpoint extends Head {
  /** Where the file ends with that line, in bytes; absent in a head of an earlier version. */
  readonly end?: number | undefined;
  /** The lines that are written next, as their texts: whatever else stands behind the head is not the journal's. */
  readonly next?: readonly string[] | undefined;
  /** What was found wrong with the journal before; it stays with it. */
  readonly fault?: string | undefined;
  /** When that was found. */
  readonly foundAt?: string | undefined;
  /** The journals before this one, oldest first: they were closed, each with a note. */
  readonly closed?: readonly ClosedMark[] | undefined;
  /** The text of the last note, until it is known to be in its file. */
  readonly note?: string | undefined;
  /** The ID of the journal before this one. */
  readonly continues?: string | undefined;
}

/** A note on a closed journal: its number, and the SHA-256 of its file, hex. */
export interface ClosedMark {
  readonly number: number;
  readonly digest: string;
}

/** Where the journal's head is kept: beside the file, not in it. */
export interface HeadStore {
  get(): Promise<string | undefined>;
  /** Resolves when it is on the disk. */
  set(text: string): Promise<void>;
  /**
   * Whether the head that is kept was written by this console: by its key, or, with `unknown`, as far as can be told without
   * one.
   */
  isOwn(): Promise<'yes' | 'unknown' | 'no'>;
}

/** Seals the notes on closed journals, and begins the journals after them, with the key that seals heads. */
export interface NoteSeal {
  /** Seals the note on this journal. @returns its text, and the MAC over it. @throws AppError `KEYCHAIN_ITEM_LOST`, KeychainError */
  sealNote(textOf: (journal: string) => string): Promise<{ readonly text: string; readonly seal: string }>;
  isOwnNote(read: { readonly note: ClosingNote; readonly seal: string }): Promise<'yes' | 'unknown' | 'no'>;
  /**
   * Keeps the head of another journal in the place of this one's: from when this resolves, an older head counts as forged.
   * @param textOf its text, with the ID of the journal that it continues
   */
  begin(textOf: (continues: string) => string): Promise<void>;
}

const headSchema = z.object({
  count: z.number().int().min(0),
  hash: z.string(),
  end: z.number().int().min(0).optional(),
  next: z.array(z.string()).optional(),
  fault: z.string().optional(),
  foundAt: z.string().optional(),
  closed: z.array(z.object({ number: z.number().int().min(1).max(999_999), digest: z.string() })).optional(),
  note: z.string().optional(),
  continues: z.string().optional(),
});

/** The kept head; one that cannot be read was changed, and no journal has it. */
export function readHead(text: string | undefined): Checkpoint {
  if (text === undefined) return EMPTY_HEAD;
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return { count: 1, hash: 'unreadable' };
  }
}
