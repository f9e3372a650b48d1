import { type PolicyError, syntaxError, tooLarge } from './policy-error.ts';

/** How large an expression may be, and how much work one evaluation may do. docs/policies.md repeats them. */
export const LIMITS = {
  /** Characters of text. */
  characters: 10_000,
  /** Levels of nesting. */
  depth: 32,
  /** Fields, indexes and functions in one chain. */
  chain: 16,
  /** Values in a list that is written down. */
  listItems: 1_000,
  /** Nodes visited in one evaluation; functions over lists visit their predicate once for each element. */
  steps: 100_000,
} as const;

/** Bounds of the two integer types: i128 and u256. */
export const SMALLEST_INTEGER = -(2n ** 127n);
export const LARGEST_INTEGER = 2n ** 256n - 1n;

/** A piece of an expression's text. `at` is where it begins; 0 is the first character. */
export interface Token {
  readonly kind: 'integer' | 'string' | 'name' | 'symbol' | 'end';
  /** The text; of a string, without its quotes. */
  readonly text: string;
  readonly at: number;
}

// One pattern for all kinds: a try of each would take most of the time of reading. Of symbols, longest first: `..` before `.`, `<=` before `<`.
// A string has no escapes: it ends at the next quote.
const TOKEN =
  // eslint-disable-next-line no-control-regex -- a string holds no control character
  /'([^'\u0000-\u001f\u007f]*)'|(\d+)|([A-Za-z_][A-Za-z0-9_]*)|\|\||&&|==|!=|<=|>=|\.\.|[()[\].,!<>-]/y;
const NAME_BEGINS = /[A-Za-z_]/;
const SPACE: ReadonlySet<string | undefined> = new Set([' ', '\t', '\r', '\n']);

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
  TOKEN.lastIndex = at;
  const found = TOKEN.exec(text);
  if (found === null) throw notRead(text, at);
  const [whole, quoted, integer, name] = found;
  if (quoted !== undefined) return { kind: 'string', text: quoted, at };
  if (name !== undefined) return { kind: 'name', text: name, at };
  if (integer === undefined) return { kind: 'symbol', text: whole, at };
  if (NAME_BEGINS.test(text.charAt(at + integer.length)))
    throw syntaxError(at, 'A name cannot begin with a digit.');
  return { kind: 'integer', text: integer, at };
}

function notRead(text: string, at: number): PolicyError {
  if (text.startsWith("'", at))
    return syntaxError(at, 'The string has no end, or holds a control character.');
  if (text.startsWith('"', at)) return syntaxError(at, 'Strings are in single quotes.');
  return syntaxError(at, 'This character is not part of the language.');
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (SPACE.has(text[at])) at += 1;
  return at;
}

/** Walks over tokens, one ahead. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token that comes next; the `end` token for ever after the last. */
  peek(): Token {
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('There is always an end token.');
    return token;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** Takes the symbol when it comes next. */
  accept(symbol: string): boolean {
    const { kind, text } = this.peek();
    if (kind !== 'symbol' || text !== symbol) return false;
    this.#next += 1;
    return true;
  }

  /** @throws PolicyError when another token comes next */
  expect(symbol: string): void {
    if (!this.accept(symbol)) throw syntaxError(this.peek().at, `${symbol} is wanted here.`);
  }

  /** @throws PolicyError when no name comes next */
  expectName(): Token {
    const token = this.peek();
    if (token.kind !== 'name') throw syntaxError(token.at, 'A name is wanted here.');
    return this.take();
  }
}
