import type { SentencePart } from './decoded.ts';

/** A sentence out of words and values. */
export const say = (...parts: (string | SentencePart)[]): SentencePart[] =>
  parts.map((part) => (typeof part === 'string' ? { kind: 'text', value: part } : part));
export const theAddress = (value: string): SentencePart => ({ kind: 'address', value });
export const theAmount = (value: string): SentencePart => ({ kind: 'amount', value });

/** A sentence as it goes on behind a colon. */
export const lowerFirst = (parts: readonly SentencePart[]): SentencePart[] =>
  parts.map((part, index) =>
    index === 0 && part.kind === 'text'
      ? { ...part, value: part.value.charAt(0).toLowerCase() + part.value.slice(1) }
      : part,
  );
