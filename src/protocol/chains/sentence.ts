import type { SentencePart } from './reading.ts';

/** A sentence out of words and values. */
export const say = (...parts: (string | SentencePart)[]): SentencePart[] =>
  parts.map((part) => (typeof part === 'string' ? { kind: 'text', value: part } : part));
export const theAddress = (value: string): SentencePart => ({ kind: 'address', value });
export const theAmount = (value: string): SentencePart => ({ kind: 'amount', value });
