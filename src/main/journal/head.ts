import { z } from 'zod';
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

const headSchema = z.object({
  count: z.number().int().min(0),
  hash: z.string(),
  end: z.number().int().min(0).optional(),
  next: z.array(z.string()).optional(),
  fault: z.string().optional(),
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
