import { LIMITS } from './limits.ts';
import { syntaxError, tooLarge } from './policy-error.ts';

/** A piece of an expression's text. `at` is where it begins; 0 is the first character. */
export interface Token {
  readonly kind: 'integer' | 'string' | 'name' | 'symbol' | 'end';
  /** The text; of a string, without its quotes. */
  readonly text: string;
  readonly at: number;
}

const SPACE = /[ \t\r\n]*/y;
const INTEGER = /\d+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
// Longest first: `..` before `.`, `<=` before `<`.
const SYMBOL = /\|\||&&|==|!=|<=|>=|\.\.|[()[\].,!<>-]/y;
// No escapes: a string ends at the next quote.
// eslint-disable-next-line no-control-regex -- a string holds no control character
const STRING = /'([^'\u0000-\u001f\u007f]*)'/y;

/**
 * Splits an expression into tokens; the last one is of kind `end`.
 * @throws PolicyError with the position of the first character that fits nothing
 */
export function tokenize(text: string): readonly Token[] {
  if (text.length > LIMITS.characters) {
    throw tooLarge(LIMITS.characters, `The expression is longer than ${LIMITS.characters} characters.`);
  }
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const token = readToken(text, at);
    tokens.push(token);
    at = skipSpace(text, at + token.text.length + (token.kind === 'string' ? 2 : 0));
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function readToken(text: string, at: number): Token {
  const quoted = match(STRING, text, at);
  if (quoted !== undefined) return { kind: 'string', text: quoted[1] ?? '', at };
  const integer = match(INTEGER, text, at)?.[0];
  if (integer !== undefined) {
    if (match(NAME, text, at + integer.length) !== undefined)
      throw syntaxError(at, 'A name cannot begin with a digit.');
    return { kind: 'integer', text: integer, at };
  }
  const name = match(NAME, text, at)?.[0];
  if (name !== undefined) return { kind: 'name', text: name, at };
  const symbol = match(SYMBOL, text, at)?.[0];
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, at };
  if (text.startsWith("'", at)) throw syntaxError(at, 'The string has no end, or holds a control character.');
  if (text.startsWith('"', at)) throw syntaxError(at, 'Strings are in single quotes.');
  throw syntaxError(at, 'This character is not part of the language.');
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const skipSpace = (text: string, at: number): number => at + (match(SPACE, text, at)?.[0].length ?? 0);
