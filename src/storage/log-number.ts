import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';

/** Magic and format, page and checkpoint, both salts, checksum; sqlite.org/fileformat2.html, section 4.1. */
const HEADER_BYTES = 32;
const SUMMED_BYTES = 24;
const MAGIC = 0x377f0682;
/** How often a log may have begun anew since its number was noted: once, where a kill came in between. */
const MOST_STEPS = 1000;

/**
 * The number that SQLite gave a log when it began it, as hex: each time that it begins one anew, the first half is one more and
 * the second half another. Undefined where SQLite would read nothing from the log.
 */
export const logNumberOf = (log: string): string | undefined =>
  headerOf(log)?.toString('hex', 16, SUMMED_BYTES);

/** Whether a log was never begun anew. Where only its header is left of it, SQLite writes it once more with another number. */
export const isFirstLog = (log: string): boolean => headerOf(log)?.readUInt32BE(12) === 0;

/** A number and its check: it is written over the one before, and a power cut or a failing disk may leave a part of each. */
const NOTED = /^([\da-f]{16})([\da-f]{8})$/u;
const checkOf = (number: string): string => createHash('sha256').update(number).digest('hex').slice(0, 8);

/** A number as it is noted. */
export const noteOf = (number: string): string => `${number}${checkOf(number)}`;

/** The number that was noted; undefined where it was not written whole. */
export function readNote(note: unknown): string | undefined {
  const [, number, check] = (typeof note === 'string' ? NOTED.exec(note) : null) ?? [];
  return number !== undefined && check === checkOf(number) ? number : undefined;
}

function headerOf(log: string): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  let handle: number | undefined;
  try {
    // A named pipe that was put in its place isn't waited for.
    handle = openSync(log, constants.O_RDONLY | constants.O_NONBLOCK);
    if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  return isWritten(header) ? header : undefined;
}

/** Whether a log can be the one that had a number once, or what SQLite began after it in the same file. */
export function isSuccessor(found: string, noted: string): boolean {
  const step = (firstOf(found) - firstOf(noted)) >>> 0;
  return step === 0 ? found === noted : step <= MOST_STEPS;
}

const firstOf = (number: string): number => Number.parseInt(number.slice(0, 8), 16);

/** A power cut may leave a part of a header: SQLite reads nothing behind one whose sum is wrong. */
function isWritten(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) !== MAGIC) return false;
  const word = (at: number): number => (magic === MAGIC ? header.readUInt32LE(at) : header.readUInt32BE(at));
  let [one, other] = [0, 0];
  for (let at = 0; at < SUMMED_BYTES; at += 8) {
    one = (one + word(at) + other) >>> 0;
    other = (other + word(at + 4) + one) >>> 0;
  }
  return header.readUInt32BE(SUMMED_BYTES) === one && header.readUInt32BE(SUMMED_BYTES + 4) === other;
}
