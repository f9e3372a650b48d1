import { fits, nameOf } from './types.ts';
import { typeOf } from './check-types.ts';
import { COMPARISONS, type Comparison, type Expression, VISITS, type Visit } from './expression.ts';
import type { Keywords } from './keywords.ts';
import { syntaxError, tooLarge, typeMismatch } from './policy-error.ts';
import {
  LARGEST_INTEGER,
  LIMITS,
  SMALLEST_INTEGER,
  type Token,
  TokenReader,
  tokenize,
} from './token-reader.ts';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:[Zz]|[+-]00:00)$/;

/**
 * Reads a time of RFC 3339 whose offset is zero.
 * @returns milliseconds since 1970, or undefined when it is none, such as the 30th of February
 */
export function parseTimestamp(text: string): number | undefined {
  const parts = RFC3339.exec(text);
  if (parts === null) return undefined;
  const milliseconds = Date.parse(text.toUpperCase().replace(/[+-]00:00$/, 'Z'));
  if (Number.isNaN(milliseconds)) return undefined;
  // Date.parse carries days over into the next month; a time of RFC 3339 does not.
  const same = new Date(milliseconds).toISOString().slice(0, 19) === text.slice(0, 19).toUpperCase();
  return same ? milliseconds : undefined;
}

/** Words that are part of the grammar and cannot name anything. */
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'in', 'Timestamp']);

/**
 * Parses an expression of the policy language; the grammar is in docs/policies.md.
 * @throws PolicyError with the position
 */
export function parseExpression(text: string): Expression {
  const reader = new TokenReader(tokenize(text));
  if (reader.peek().kind === 'end')
    throw syntaxError(0, 'The expression is empty.', "Write 'true' to apply to everything.");
  const expression = new Parser(reader).expression(0);
  const rest = reader.peek();
  if (rest.kind !== 'end') throw syntaxError(rest.at, 'The expression has ended before this.');
  return expression;
}

class Parser {
  readonly #reader: TokenReader;

  constructor(reader: TokenReader) {
    this.#reader = reader;
  }

  expression(depth: number): Expression {
    return this.#logical('||', depth, (below) =>
      this.#logical('&&', below, (next) => this.#comparison(next)),
    );
  }

  #logical(operator: '&&' | '||', depth: number, operand: (depth: number) => Expression): Expression {
    const { at } = this.#reader.peek();
    this.#checkDepth(depth, at);
    const operands = [operand(depth)];
    while (this.#reader.accept(operator)) operands.push(operand(depth));
    const [only] = operands;
    return only !== undefined && operands.length === 1 ? only : { kind: 'logical', at, operator, operands };
  }

  #comparison(depth: number): Expression {
    const { at } = this.#reader.peek();
    const left = this.#unary(depth);
    const operator = this.#acceptComparison();
    if (operator === undefined) return left;
    const right = this.#unary(depth);
    const { at: again } = this.#reader.peek();
    if (this.#acceptComparison() !== undefined) {
      throw syntaxError(again, 'Comparisons do not chain.', 'Join two comparisons with &&.');
    }
    return { kind: 'comparison', at, operator, left, right };
  }

  #acceptComparison(): Comparison | undefined {
    const { kind, text } = this.#reader.peek();
    const operator =
      kind === 'symbol' || kind === 'name' ? COMPARISONS.find((known) => known === text) : undefined;
    if (operator !== undefined) this.#reader.take();
    return operator;
  }

  #unary(depth: number): Expression {
    const { at } = this.#reader.peek();
    this.#checkDepth(depth, at);
    if (!this.#reader.accept('!')) return this.#postfix(depth);
    return { kind: 'not', at, operand: this.#unary(depth + 1) };
  }

  #postfix(depth: number): Expression {
    let subject = this.#primary(depth);
    for (let links = 0; ; links += 1) {
      const { at } = this.#reader.peek();
      if (this.#reader.accept('.')) subject = this.#member(subject, depth);
      else if (this.#reader.accept('[')) subject = this.#subscript(subject, depth);
      else return subject;
      if (links === LIMITS.chain) throw tooLarge(at, `A chain has ${LIMITS.chain} links at most.`);
    }
  }

  #member(subject: Expression, depth: number): Expression {
    const { at } = subject;
    const name = this.#reader.expectName();
    if (!this.#reader.accept('(')) return { kind: 'field', at, subject, field: name.text, fieldAt: name.at };
    const result = this.#call(subject, name, depth + 1);
    this.#reader.expect(')');
    return result;
  }

  #call(subject: Expression, name: Token, depth: number): Expression {
    const { at } = subject;
    const visit: Visit | undefined = VISITS.find((known) => known === name.text);
    if (visit !== undefined) {
      const item = this.#reader.expectName();
      if (RESERVED.has(item.text)) throw syntaxError(item.at, `${item.text} cannot be used as a name.`);
      this.#reader.expect(',');
      return { kind: 'visit', at, visit, subject, item: item.text, predicate: this.expression(depth) };
    }
    if (name.text === 'contains') return { kind: 'contains', at, subject, value: this.expression(depth) };
    if (name.text === 'count') return { kind: 'count', at, subject };
    throw syntaxError(name.at, `There is no function ${name.text}.`);
  }

  #subscript(subject: Expression, depth: number): Expression {
    const { at } = subject;
    const from = this.expression(depth + 1);
    const to = this.#reader.accept('..') ? this.expression(depth + 1) : undefined;
    this.#reader.expect(']');
    return to === undefined
      ? { kind: 'index', at, subject, index: from }
      : { kind: 'slice', at, subject, from, to };
  }

  #primary(depth: number): Expression {
    const { kind, text, at } = this.#reader.take();
    if (kind === 'string') return { kind: 'string', at, value: text };
    if (kind === 'integer') return this.#integer(text, at);
    if (kind === 'name') return this.#name(text, at);
    if (kind === 'symbol' && text === '(') {
      const inner = this.expression(depth + 1);
      this.#reader.expect(')');
      return inner;
    }
    if (kind === 'symbol' && text === '[') return this.#list(at, depth + 1);
    if (kind === 'symbol' && text === '-' && this.#reader.peek().kind === 'integer') {
      return this.#integer(`-${this.#reader.take().text}`, at);
    }
    throw syntaxError(at, kind === 'end' ? 'The expression ends too early.' : 'A value is wanted here.');
  }

  #integer(text: string, at: number): Expression {
    // 2^256 has 78 digits: longer ones are not even converted.
    const value = text.length > 79 ? undefined : BigInt(text);
    if (value === undefined || value < SMALLEST_INTEGER || value > LARGEST_INTEGER) {
      throw syntaxError(at, 'The number fits neither a signed 128-bit nor an unsigned 256-bit integer.');
    }
    return { kind: 'integer', at, value };
  }

  #name(text: string, at: number): Expression {
    if (text === 'true' || text === 'false') return { kind: 'boolean', at, value: text === 'true' };
    if (text === 'Timestamp') return this.#timestamp(at);
    if (RESERVED.has(text)) throw syntaxError(at, `${text} cannot stand here.`);
    return { kind: 'name', at, name: text };
  }

  #timestamp(at: number): Expression {
    this.#reader.expect('(');
    const token = this.#reader.take();
    const milliseconds = token.kind === 'string' ? parseTimestamp(token.text) : undefined;
    if (milliseconds === undefined) {
      throw syntaxError(token.at, 'This is no time in UTC.', "Write it like '2026-01-31T09:00:00Z'.");
    }
    this.#reader.expect(')');
    return { kind: 'timestamp', at, text: token.text, milliseconds };
  }

  #list(at: number, depth: number): Expression {
    const items: Expression[] = [];
    while (!this.#reader.accept(']')) {
      if (items.length > 0) this.#reader.expect(',');
      if (items.length === LIMITS.listItems)
        throw tooLarge(at, `A list holds ${LIMITS.listItems} values at most.`);
      items.push(this.expression(depth));
    }
    return { kind: 'list', at, items };
  }

  #checkDepth(depth: number, at: number): void {
    if (depth > LIMITS.depth)
      throw tooLarge(at, `The expression is nested deeper than ${LIMITS.depth} levels.`);
  }
}

/**
 * Reads the `consensus`, `condition` or `time` of a policy: its syntax, its names and, as far as they are known, its types.
 * @param keywords those of the field: `CONSENSUS_KEYWORDS`, `CONDITION_KEYWORDS`, `TIME_KEYWORDS`
 * @throws PolicyError with the position
 */
export function parsePolicy(text: string, keywords: Keywords): Expression {
  const expression = parseExpression(text);
  const type = typeOf(expression, keywords);
  if (!fits(type, 'boolean'))
    throw typeMismatch(0, `The expression is of type ${nameOf(type)}, not boolean.`);
  return expression;
}
