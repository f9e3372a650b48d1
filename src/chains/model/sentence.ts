import type { Fact, SentencePart } from './decoded.ts';

/** A name with its article: "an Ethereum", "a Tron". Takes names whose sound their first letter tells. */
export const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;

/** As it stands at the start of a sentence. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the coins are called that a call sends: the amount, unless the call states one of its own. */
export const coinsLabel = (facts: readonly Fact[]): string =>
  facts.some(({ label }) => label === 'Amount') ? 'Coins' : 'Amount';

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
