import { fromUtf8 } from './encoding.ts';
import { AppError } from './error.ts';

/**
 * The text that bytes are; null for bytes that are no text: no UTF-8, or controls (C0, C1) other than tabs and line breaks.
 * A carriage return alone is none: it lets a line be written over.
 */
export function textOf(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = fromUtf8(bytes);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/.test(text) ? null : text;
}
