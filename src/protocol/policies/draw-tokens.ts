import { PolicyError } from './policy-error.ts';
import { type Token, tokenize } from './token-reader.ts';

/** A piece of a policy's text as an editor draws it; all of them together are the text. */
export interface DrawnToken {
  readonly kind: Token['kind'] | 'space';
  readonly text: string;
  /** Where it begins; 0 is the first character. */
  readonly at: number;
}

/** Tokens of as much of a text as can be read; what follows the first thing that fits nothing is one piece of kind `end`. */
export function drawnTokens(text: string): readonly DrawnToken[] {
  const readable = text.slice(0, endOfReadable(text));
  const drawn: DrawnToken[] = [];
  let at = 0;
  for (const token of tokenize(readable)) {
    if (token.at > at) drawn.push({ kind: 'space', text: text.slice(at, token.at), at });
    if (token.kind === 'end') break;
    at = token.at + token.text.length + (token.kind === 'string' ? 2 : 0);
    drawn.push({ kind: token.kind, text: text.slice(token.at, at), at: token.at });
  }
  if (readable.length < text.length)
    drawn.push({ kind: 'end', text: text.slice(readable.length), at: readable.length });
  return drawn;
}

/** Up to where a text is made of tokens. */
export function endOfReadable(text: string): number {
  try {
    tokenize(text);
    return text.length;
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return Math.min(error.position - 1, text.length);
  }
}
