import { useEffect, useState } from 'react';
import { AppError } from '#protocol/error.ts';
import { typedDataIn } from '#protocol/typed-data-input.ts';
import { SIGNING_TEXT } from './text.ts';

/** Whether a text is hex, with or without 0x, and spaces between. */
export const isHexText = (text: string): boolean => /^\s*(?:0x)?[0-9a-f\s]*$/i.test(text);

/**
 * A transaction in another form than hex as the hex that is signed; hex, and what is no known form, stays as it is. What knows
 * the forms is loaded at the first text that is none: the window's start does without it.
 * @throws AppError what is wrong with a text of a known form
 */
export async function asHex(text: string): Promise<string> {
  if (isHexText(text)) return text;
  if (CODES.test(text)) return (await import('#chains/pasted-codes.ts')).psbtInCodes(text);
  const { transactionAsHex } = await import('#chains/transaction-input.ts');
  return transactionAsHex(text);
}

/** The text of QR codes: UR, or BBQr. */
const CODES = /^\s*(?:ur:[a-z0-9-]+\/|B\$[H2Z])/i;

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
 * Reads a dropped or opened file: hex or another form as text, the raw bytes of a transaction, typed data, or a message.
 * @param name the file's name, for messages
 * @param bytes its content
 * @returns what to put into the transaction field, or why the file will not do
 */
export async function readTransactionFile(name: string, bytes: Uint8Array): Promise<FileReading> {
  if (bytes.length === 0) return refuse(SIGNING_TEXT.errors.empty(name), SIGNING_TEXT.errors.chooseFile);
  if (bytes.length > MAX_FILE_BYTES) return refuseSize(name, bytes.length);
  const text = asAscii(bytes);
  if (text === null)
    return { ok: true, text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  if (isHexText(text)) return { ok: true, text: text.replace(/\s+/g, '') };
  const { whatTextIs } = await import('#protocol/pasted/pasted-text.ts');
  const other = whatTextIs(text);
  if (other?.kind === 'secret')
    return refuse(SIGNING_TEXT.errors.secretFile(name, other.what), SIGNING_TEXT.errors.importFile);
  if (other?.kind === 'message' || typedDataIn(text) !== null) return { ok: true, text };
  const hex = await asHex(text).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (hex instanceof AppError) return refuse(hex.message, hex.remedy);
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
  // A folder that is dropped is a file that cannot be read.
  const content = await file.arrayBuffer().catch(() => null);
  if (content === null)
    return { name, reading: refuse(SIGNING_TEXT.errors.unreadable(name), SIGNING_TEXT.errors.chooseFile) };
  return { name, reading: await readTransactionFile(name, new Uint8Array(content)) };
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * Takes a file dropped anywhere in the window while the screen is there.
 * @param onFile null while nothing may be dropped
 * @returns whether a file is held over the window
 */
export function useFileDrop(onFile: ((file: File) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = onFile ? 'copy' : 'none';
      setIsOver(onFile !== null);
    };
    const leave = (event: DragEvent): void => {
      // The pointer left the window, not just one element for another.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const file = event.dataTransfer?.files.item(0);
      if (file && onFile) onFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFile]);
  return isOver;
}
