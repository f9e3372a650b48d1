import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { ProtocolError } from '../../protocol/error.ts';
import type { Clock } from '../clock.ts';
import { chain } from './line.ts';
import type { ChainedLine, Entry } from './line.ts';
import { checkJournal, EMPTY_HEAD } from './verify.ts';
import type { Head } from './verify.ts';

/** Where the journal's head is kept: beside the file, not in it. */
export interface HeadStore {
  get(): Promise<string | undefined>;
  set(text: string): Promise<void>;
}

/** The record of every stamp. */
export interface Journal {
  /** What the check at the start found, and how many lines there are now. */
  status(): { lines: number; fault: string | undefined; torn: boolean };
  /** Adds a line; it is on the disk when this resolves. @throws ProtocolError `JOURNAL_UNWRITABLE` */
  append(entry: Entry): Promise<ChainedLine>;
  /** Newest first, below the line number `before`. */
  list(before: number | null, limit: number): ChainedLine[];
  close(): Promise<void>;
}

const headSchema = z.object({ count: z.number().int().min(0), hash: z.string() });

/** Opens the journal and checks it from its first line. */
export async function openJournal(file: string, heads: HeadStore, clock: Clock): Promise<Journal> {
  const known = readHead(await heads.get());
  const check = await checkJournal(file, known);
  const { lines, fault } = check;
  let handle: FileHandle | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let torn = check.torn;
  // A journal that does not hold together goes on from the last line that was acknowledged: the record is not lost, and
  // the fault before it stays to be seen.
  const last = lines.at(-1);
  let head: Head =
    fault !== undefined || last === undefined ? known : { count: last.number, hash: last.hash };

  const write = async (entry: Entry): Promise<ChainedLine> => {
    if (torn) {
      await keepTornLine(file);
      torn = false;
    }
    handle ??= await open(file, 'a', 0o600);
    const line = chain(entry, head.count + 1, new Date(clock.now()).toISOString(), head.hash);
    await handle.appendFile(`${JSON.stringify(line)}\n`);
    await handle.datasync();
    lines.push(line);
    head = { count: line.number, hash: line.hash };
    await heads.set(JSON.stringify(head));
    return line;
  };

  return {
    status: () => ({ lines: lines.length, fault, torn: check.torn }),
    append: (entry) => {
      const done = queue
        .then(() => write(entry))
        .catch((cause: unknown) => {
          // What was half written is moved aside before the next line.
          torn = true;
          throw new ProtocolError(
            'JOURNAL_UNWRITABLE',
            'The journal could not be written.',
            'Check that the disk is not full and that the data folder may be written.',
            { cause },
          );
        });
      queue = done.catch(() => undefined);
      return done;
    },
    list: (before, limit) => {
      const end = before === null ? lines.length : Math.min(lines.length, Math.max(0, before - 1));
      return lines.slice(Math.max(0, end - limit), end).reverse();
    },
    close: async () => {
      await queue;
      await handle?.close();
      handle = undefined;
    },
  };
}

/** The kept head; one that cannot be read was changed, and no journal has it. */
function readHead(text: string | undefined): Head {
  if (text === undefined) return EMPTY_HEAD;
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return { count: 1, hash: 'unreadable' };
  }
}

// The unfinished bytes move into a file beside the journal, and are cut off it.
async function keepTornLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const text = await handle.readFile();
    const end = text.lastIndexOf(0x0a) + 1;
    if (end === text.length) return;
    const kept = await open(`${file}.torn`, 'a', 0o600);
    try {
      await kept.appendFile(Buffer.concat([text.subarray(end), Buffer.from('\n')]));
      await kept.datasync();
    } finally {
      await kept.close();
    }
    await handle.truncate(end);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
