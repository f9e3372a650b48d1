import { z } from 'zod';
import { fromUtf8, sha256Hex, toUtf8 } from './encoding.ts';
import { AppError } from './error.ts';
import { protocolError } from './errors.ts';
import { type Signer, parseStamp, stamp, verifyByCurves, verifyStamp } from './stamp.ts';

/** What is in a file that one console signs and another one checks (docs/offline-format.md, "Signed files"). */
export interface SignedForm<T> {
  /** Names the form; what was signed as one form is never taken as another. */
  readonly format: string;
  /** Its file names end so. */
  readonly ending: string;
  readonly content: z.ZodType<T>;
}

/** A signed file whose signature holds. Whose key it is, the reader has to know. */
export interface SignedFile<T> {
  readonly content: T;
  /** The key that signed: hex, as in stamps. */
  readonly publicKey: string;
}

const VERSION = 1;
const envelope = z.strictObject({
  format: z.string(),
  version: z.number(),
  content: z.unknown(),
  stamp: z.string().max(1024),
});

/**
 * What the key signs, as UTF-8. No service takes it: a request’s body is JSON, and this is not.
 * @param text the content as JSON without white space
 */
const statementOf = (format: string, text: string): Uint8Array =>
  toUtf8(`KeyOps signed file\n${format} ${VERSION}\n${sha256Hex(toUtf8(text))}\n`);

/** SHA-256 of what a key signs under a content, as hex: the journal’s line has it. */
export const signedDigest = <T>({ format }: SignedForm<T>, content: T): string =>
  sha256Hex(statementOf(format, JSON.stringify(content)));

/** The text of a signed file. */
export function writeSigned<T>({ format }: SignedForm<T>, content: T, signer: Signer): string {
  const text = JSON.stringify(content);
  const made = stamp(statementOf(format, text), signer);
  return `${JSON.stringify({ format, version: VERSION, content: JSON.parse(text) as unknown, stamp: made }, null, 1)}\n`;
}

/**
 * Reads a signed file and checks its signature, over the content as it was read.
 * @throws AppError `SIGNED_FILE_INVALID`
 */
export function readSigned<T>({ format, content }: SignedForm<T>, bytes: Uint8Array): SignedFile<T> {
  const outer = envelope.safeParse(jsonOf(bytes));
  if (!outer.success || outer.data.format !== format)
    throw protocolError('SIGNED_FILE_INVALID.form', { format });
  const { version, content: given, stamp: header } = outer.data;
  if (version !== VERSION) throw protocolError('SIGNED_FILE_INVALID.version', { version: String(version) });
  const made = stampOf(header);
  const holds =
    made !== undefined && verifyStamp(made, statementOf(format, JSON.stringify(given)), verifyByCurves);
  if (made === undefined || !holds) throw protocolError('SIGNED_FILE_INVALID.signature');
  const read = content.safeParse(given);
  if (!read.success) throw protocolError('SIGNED_FILE_INVALID.form', { format });
  return { content: read.data, publicKey: made.publicKey };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes));
  } catch {
    return undefined;
  }
}

function stampOf(header: string): ReturnType<typeof parseStamp> | undefined {
  try {
    return parseStamp(header);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
