import { asHex, isHexText } from './as-hex.ts';
import { SIGNING_TEXT } from './text.ts';

/** The largest file that is read as a transaction: a transaction with six blobs in its sidecar stays below it. */
export const MAX_FILE_BYTES = 1_048_576;

export type FileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

const refuse = (message: string, remedy: string): FileReading => ({ ok: false, message, remedy });

const refuseSize = (name: string, size: number): FileReading =>
  refuse(
    SIGNING_TEXT.errors.tooManyBytes(name, size.toLocaleString('en'), MAX_FILE_BYTES.toLocaleString('en')),
    SIGNING_TEXT.errors.chooseOne,
  );

/** ASCII text, or null where a byte is none. */
function asAscii(bytes: Uint8Array): string | null {
  if (
    !bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09)
  )
    return null;
  return new TextDecoder().decode(bytes);
}

/**
 * Reads a dropped or opened file: hex or another form as text, or the raw bytes of a transaction.
 * @param name the file's name, for messages
 * @param bytes its content
 * @returns hex to put into the transaction field, or why the file will not do
 */
export async function readTransactionFile(name: string, bytes: Uint8Array): Promise<FileReading> {
  if (bytes.length === 0) return refuse(SIGNING_TEXT.errors.empty(name), SIGNING_TEXT.errors.chooseFile);
  if (bytes.length > MAX_FILE_BYTES) return refuseSize(name, bytes.length);
  const text = asAscii(bytes);
  if (text === null)
    return { ok: true, text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  if (isHexText(text)) return { ok: true, text: text.replace(/\s+/g, '') };
  const hex = await asHex(text);
  if (isHexText(hex)) return { ok: true, text: hex };
  const at = text.replace(/^\s*0x/i, (head) => ' '.repeat(head.length)).search(/[^0-9a-fA-F\s]/);
  return refuse(SIGNING_TEXT.errors.notHex(name, at + 1, text.charAt(at)), SIGNING_TEXT.errors.chooseHex);
}

/** A file that was dropped or opened: its name, and what is in it. */
export interface TakenFile {
  readonly name: string;
  readonly reading: FileReading;
}

/** Takes a file in, unless its size alone says that it is no transaction. */
export async function takeFile(file: File): Promise<TakenFile> {
  const { name, size } = file;
  if (size > MAX_FILE_BYTES) return { name, reading: refuseSize(name, size) };
  return { name, reading: await readTransactionFile(name, new Uint8Array(await file.arrayBuffer())) };
}
