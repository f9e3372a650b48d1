import { hash as digestOf } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { fromUtf8 } from '#protocol/encoding.ts';

const body = z.object({ parameters: z.unknown() });

/**
 * What a stamped request was about, for the journal: of exports, what was exported and never what it was; of
 * votes, the request's fingerprint. Read from the
 * stamped bytes, so that a line that is written after a crash says it as well.
 * @param bytes the request's body
 */
export function subjectOf(path: string, bytes: Uint8Array): string | undefined {
  const operation = operationByPath(path);
  if (operation?.kind !== 'submit' || operation.subject === undefined) return undefined;
  return operation.subject(operation.parameters.parse(body.parse(JSON.parse(fromUtf8(bytes))).parameters));
}

/** What the first line names as the one before it. */
export const GENESIS = '0'.repeat(64);

/** A line as it stands in the journal's file. */
export const chainedLine = z.strictObject({
  number: z.number().int().min(1),
  time: z.iso.datetime(),
  profile: z.string(),
  publicKey: z.string(),
  operation: z.string(),
  digest: z.string(),
  /** What an export took out, by its ids. */
  subject: z.string().optional(),
  outcome: z.string(),
  previous: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A line of the journal file: what was stamped when, chained to the line before. */
export type ChainedLine = z.infer<typeof chainedLine>;

/** What a line says; number, time and chain are the journal's own. */
export type Entry = Pick<
  ChainedLine,
  'profile' | 'publicKey' | 'operation' | 'digest' | 'subject' | 'outcome'
>;

/** SHA-256 as hex over the line's canonical JSON: its members in the order below, without `hash` (docs/decisions/010-journal.md). */
export function hashOf(line: Omit<ChainedLine, 'hash'>): string {
  const canonical = JSON.stringify([
    line.number,
    line.time,
    line.profile,
    line.publicKey,
    line.operation,
    line.digest,
    ...(line.subject === undefined ? [] : [line.subject]),
    line.outcome,
    line.previous,
  ]);
  // An object for each of a million lines would stay in memory until the collector comes by.
  return digestOf('sha256', canonical, 'hex');
}

type Unhashed = Omit<ChainedLine, 'hash'>;

/**
 * The members of a line in the file's order; JSON leaves a missing subject out. In one literal: Node 20 makes a hidden class for each
 * single object that begins with another one spread, and keeps it until it collects the whole heap.
 */
const ordered = (line: Unhashed, hash: string): ChainedLine => ({
  number: line.number,
  time: line.time,
  profile: line.profile,
  publicKey: line.publicKey,
  operation: line.operation,
  digest: line.digest,
  subject: line.subject,
  outcome: line.outcome,
  previous: line.previous,
  hash,
});

/** Chains an entry to the line before it. */
export function chain(entry: Entry, number: number, time: string, previous: string): ChainedLine {
  const line = { ...entry, number, time, previous };
  return ordered(line, hashOf(line));
}

/** Reads a line's text; undefined when it is not what the journal writes. */
export function parseLine(text: string): ChainedLine | undefined {
  try {
    const parsed = chainedLine.safeParse(JSON.parse(text));
    // Only the very text that the journal writes: a reordered or padded line was edited.
    if (!parsed.success) return undefined;
    return JSON.stringify(ordered(parsed.data, parsed.data.hash)) === text ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a line's stamp could change something. One whose operation the catalogue does not know counts as such. */
export const isChange = ({ operation }: Pick<Entry, 'operation'>): boolean =>
  operationByPath(operation)?.effect !== 'read';

/** Which lines of the journal are asked for: those of stamps that could change something, or all. */
export type LineFilter = 'changes' | 'all';

/** So many lines stand in one block. */
const BLOCK_LINES = 1_024;

/** Lines that stand together, by the number of the first. */
interface Block {
  readonly number: number;
  /** The first byte of its first line. */
  readonly start: number;
  hasChanges: boolean;
}

/** Where every thousandth line stands in the file: a page is found from there, and memory stays the same for any journal. */
export interface LineBlocks {
  /** Takes the next line of the file, in its order. */
  add(line: Pick<ChainedLine, 'number' | 'operation'>, start: number): void;
  all(): readonly Readonly<Block>[];
}

export function createLineBlocks(): LineBlocks {
  const blocks: Block[] = [];
  let rest = 0;
  return {
    add: (line, start) => {
      if (rest === 0) {
        blocks.push({ number: line.number, start, hasChanges: false });
        rest = BLOCK_LINES;
      }
      rest -= 1;
      const last = blocks.at(-1);
      if (last !== undefined) last.hasChanges ||= isChange(line);
    },
    all: () => blocks,
  };
}

const CHUNK = 64 * 1024;
/** No line is as long as this; what is, was not written by the journal. */
export const LINE_BYTES = 1024 * 1024;

/**
 * Reads the newest lines below a number, backwards from the end of the file or from the block that is nearest. What is no
 * line is left out: it was edited.
 * @param blocks what is known of the file; any part of it may be missing
 */
export async function readLines(
  file: string,
  blocks: readonly Readonly<Block>[],
  { before, limit, filter }: { before: number | null; limit: number; filter: LineFilter },
): Promise<ChainedLine[]> {
  const lines: ChainedLine[] = [];
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return lines;
    throw error;
  }
  const take = (bytes: Buffer): void => {
    if (lines.length >= limit) return;
    const line = parseLine(bytes.toString('utf8'));
    if (line === undefined || (before !== null && line.number >= before)) return;
    if (filter === 'all' || isChange(line)) lines.push(line);
  };
  try {
    // The first block of which, as of all behind it, nothing is asked for.
    const over = before === null ? -1 : blocks.findLastIndex(({ number }) => number < before) + 1;
    let end = blocks[over]?.start ?? (await handle.stat()).size;
    let index = over === -1 || over >= blocks.length ? blocks.length - 1 : over - 1;
    while (end > 0 && lines.length < limit) {
      const block = blocks[index];
      const start = block?.start ?? 0;
      if (start > end) {
        // A block of lines that were read again behind a crash.
        index -= 1;
        continue;
      }
      // The last block may have got lines that it does not know of.
      const isSkipped = filter === 'changes' && block?.hasChanges === false && index < blocks.length - 1;
      if (!isSkipped) await eachBackwards(handle, { start, end }, take, () => lines.length >= limit);
      end = start;
      index -= 1;
    }
    return lines;
  } finally {
    await handle.close();
  }
}

/** Hands out the whole lines of a part of the file, the last one first. */
async function eachBackwards(
  handle: FileHandle,
  part: { readonly start: number; readonly end: number },
  take: (bytes: Buffer) => void,
  isEnough: () => boolean,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for (let end = part.end; end > part.start && !isEnough();) {
    const start = Math.max(part.start, end - CHUNK);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    const bytes = Buffer.concat([buffer.subarray(0, bytesRead), rest]);
    let last = bytes.length;
    for (let at = bytes.lastIndexOf(0x0a); at !== -1 && !isEnough();) {
      if (at + 1 < last) take(bytes.subarray(at + 1, last));
      last = at;
      at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1);
    }
    rest = bytes.subarray(0, last);
    if (rest.length > LINE_BYTES) rest = Buffer.alloc(0);
    end = start;
  }
  if (rest.length > 0 && !isEnough()) take(rest);
}
