import type { CheckedJournal } from './closed-journals.ts';
import type { ChainedLine, LineBlocks } from './line.ts';
import type { Checkpoint } from './head.ts';
import { checkJournal, checkTail, endsWith } from './verify.ts';

/** What the checks found, and how many lines there are now. */
export interface JournalStatus {
  /** Whether new lines can be added: at least the journal's end was checked. */
  readonly isChecked: boolean;
  /** Whether every line was checked since the start. */
  readonly isWholeChecked: boolean;
  readonly lines: number;
  readonly fault: string | undefined;
  readonly torn: boolean;
  /** The file that lines go to. */
  readonly file: string;
  /** When the fault was found. */
  readonly foundAt: string | undefined;
  /** The journals before this one, oldest first, once they were checked. */
  readonly closed: readonly CheckedJournal[];
}

/** The part of it that a check of the file finds. */
type FileStatus = Omit<JournalStatus, 'file' | 'foundAt' | 'closed'>;

/** Where the next line goes. */
export interface End {
  readonly count: number;
  readonly hash: string;
  readonly end: number;
}

/** Lines that are not known to be in the file, and where it ends with them. */
export interface NextLines {
  readonly lines: readonly ChainedLine[];
  readonly text: string;
  readonly after: End;
}

/** What a start found, and where the journal goes on. */
interface StartCheck {
  status: FileStatus;
  /** Whether what stands behind the head is known; until then nothing may be written there, and the head stays as it is. */
  isEndRead: boolean;
  tip: End;
  /** What the head says is written next and is not in the file. */
  next: NextLines | undefined;
  /** Lines behind the head that a crash left whole, and the byte where they begin. */
  there: { readonly lines: readonly ChainedLine[]; readonly start: number } | undefined;
  /** What is known of the places of lines, where all of them were read. */
  blocks: LineBlocks | undefined;
}

const FORGED = 'The journal’s head was changed: it does not have the seal of this console.';
const unreadable = (error: unknown): string =>
  `The journal could not be read: ${error instanceof Error ? error.message : String(error)}`;

/**
 * Checks a journal's end where its head has this console's seal and the file is large, else all of it.
 * @param options up to the size `checkedAtOnce`, in bytes, all of it is checked. With `signal` it ends, with what it has
 */
export async function checkStart(
  lineFile: { readonly file: string; sync(): Promise<void> },
  kept: Checkpoint,
  options: {
    readonly isOwn: Promise<'yes' | 'unknown' | 'no'>;
    readonly checkedAtOnce: number;
    readonly signal: AbortSignal;
  },
): Promise<StartCheck> {
  const { file } = lineFile;
  const start: StartCheck = {
    status: { isChecked: false, isWholeChecked: false, lines: 0, fault: undefined, torn: false },
    isEndRead: false,
    tip: { count: kept.count, hash: kept.hash, end: kept.end ?? 0 },
    next: undefined,
    there: undefined,
    blocks: undefined,
  };

  /** Takes up what was about to be written when the console ended. */
  const continueNext = async (texts: readonly string[], isThere: boolean): Promise<void> => {
    if (texts.length === 0) return;
    const { tip } = start;
    const lines = texts.map((text) => JSON.parse(text) as ChainedLine);
    const text = texts.map((each) => `${each}\n`).join('');
    const last = lines.at(-1) ?? tip;
    const isInFile = isThere || (await endsWith(file, tip.end, text));
    const length = Buffer.byteLength(text);
    // In a journal that was tampered with they may stand before its end.
    const end = isInFile && !isThere ? tip.end : tip.end + length;
    const after = { count: tip.count + lines.length, hash: last.hash, end };
    if (isInFile) {
      await lineFile.sync();
      start.tip = after;
      if (isThere) start.there = { lines, start: after.end - length };
    } else start.next = { lines, text, after };
  };
  /** Checks from the first line. */
  const checkWhole = async (isOwn: 'yes' | 'unknown' | 'no'): Promise<void> => {
    const { signal } = options;
    const tail = kept.end === undefined ? undefined : await checkTail(file, { ...kept, end: kept.end });
    // Behind the head a crash leaves any part of what was to be written, with holes: the tail's check knows them.
    const isTailSound = tail !== undefined && tail.fault === undefined && isOwn !== 'no';
    const upToHead =
      isTailSound && kept.end !== undefined
        ? await checkJournal(file, kept, { signal, upTo: kept.end })
        : undefined;
    const isSound = upToHead !== undefined && upToHead.fault === undefined;
    const check = isSound ? upToHead : await checkJournal(file, kept, { signal });
    const forged = isOwn === 'no' ? FORGED : undefined;
    const fault = check.fault ?? tail?.fault ?? forged ?? kept.fault;
    const torn = tail === undefined ? check.torn : tail.torn;
    start.blocks = check.blocks;
    const lines = fault === undefined && tail !== undefined ? kept.count : check.lines;
    start.status = { isChecked: true, isWholeChecked: true, lines, fault, torn };
    // A journal that does not hold together goes on from the last line that was acknowledged: the record is not lost,
    // and the fault before it stays to be seen.
    if (fault === undefined && tail === undefined) start.tip = { ...check.last, end: check.end };
    else if (fault !== undefined && (tail?.fault ?? check.fault ?? forged) !== undefined) {
      start.tip = { ...(isOwn === 'no' ? check.last : start.tip), end: check.wholeEnd };
      if (isOwn === 'no') return;
    }
    await continueNext(kept.next ?? [], tail?.isWhole === true);
  };

  try {
    const isOwn = await options.isOwn;
    const { end } = kept;
    if (isOwn === 'yes' && end !== undefined && end > options.checkedAtOnce) {
      const tail = await checkTail(file, { ...kept, end });
      if (tail.fault === undefined) {
        // What is left to be told comes from the check of the rest.
        start.status = {
          ...start.status,
          isChecked: true,
          lines: kept.count,
          fault: kept.fault,
          torn: tail.torn,
        };
        await continueNext(kept.next ?? [], tail.isWhole);
        start.isEndRead = true;
        return start;
      }
    }
    await checkWhole(isOwn);
    start.isEndRead = true;
  } catch (error) {
    if (options.signal.aborted) return start;
    const fault = start.status.fault ?? unreadable(error);
    start.status = { ...start.status, isChecked: true, isWholeChecked: true, fault };
  }
  return start;
}

/** Checks the lines up to the checkpoint, of which its end says nothing. @returns no blocks where they could not be read */
export async function checkBehind(
  file: string,
  { count, hash, end }: Checkpoint & { readonly end: number },
  signal: AbortSignal,
): Promise<{ readonly fault: string | undefined; readonly blocks: LineBlocks | undefined }> {
  try {
    const { fault, blocks } = await checkJournal(file, { count, hash, end }, { upTo: end, signal });
    return { fault, blocks };
  } catch (error) {
    return { fault: unreadable(error), blocks: undefined };
  }
}
