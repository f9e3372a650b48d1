import type { SentencePart, Warning } from '../reading.ts';

/** A sentence out of words and values. */
export const say = (...parts: (string | SentencePart)[]): SentencePart[] =>
  parts.map((part) => (typeof part === 'string' ? { kind: 'text', value: part } : part));
export const theAddress = (value: string): SentencePart => ({ kind: 'address', value });
export const theAmount = (value: string): SentencePart => ({ kind: 'amount', value });

/** Makes a warning. */
export const warn = (code: string, severity: Warning['severity'], title: string, text: string): Warning => ({
  code,
  severity,
  title,
  text,
});

/** `newAccount` as "New account". */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
