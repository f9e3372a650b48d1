import { syntaxError } from './policy-error.ts';
import type { Token } from './lexer.ts';

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
