import { oncePerObject } from '../once-per-list.ts';
import type { Expression } from './expression.ts';
import { LARGEST_INTEGER, LIMITS, SMALLEST_INTEGER } from './token-reader.ts';
import { evaluationError, PolicyError } from './policy-error.ts';
import {
  HexText,
  Instant,
  Spellings,
  isList,
  isMap,
  isStruct,
  kindOf,
  type Struct,
  type Value,
} from './value.ts';

/** How much may still be evaluated for one decision, in nodes. */
export interface Work {
  left: number;
  /** What expressions were answered last, where a decision asks about several things: most say the same of each. */
  readonly answered?: Readonly<Record<Asking, Map<Expression, Answered>>>;
}

/** What an expression is asked with: the condition's values, or who approved, or who could have. */
export type Asking = 'condition' | 'approvals' | 'possible';

/** What an expression was answered in an environment, and what that took. */
export interface Answered {
  environment: Struct;
  /** Which of the things it was answered for; it is charged for each. */
  thing: object;
  readonly answer: boolean | PolicyError;
  readonly steps: number;
  /** The keywords that it speaks of. */
  readonly names: readonly string[];
}

/**
 * Evaluates an expression. No clause is skipped: an error in any part is the result of the whole.
 * @param environment the values of the keywords; absent ones are errors where they are used
 * @param work what it takes is taken from this; where nothing is left, the result is an error
 * @returns true or false, or the error
 */
export function evaluate(
  expression: Expression,
  environment: Struct,
  work: Work = { left: LIMITS.steps },
): boolean | PolicyError {
  if (work.left <= 0) return exhausted(expression);
  const evaluation = new Evaluation();
  try {
    const value = evaluation.of(expression, environment);
    return typeof value === 'boolean'
      ? value
      : evaluationError(expression.at, `The expression is a ${kindOf(value)}.`);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  } finally {
    work.left -= evaluation.steps;
  }
}

const exhausted = oncePerObject(({ at }: Expression) =>
  evaluationError(at, 'The decision takes too much work.'),
);

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

class Evaluation {
  steps = 0;

  of(expression: Expression, names: Struct): Value {
    this.steps += 1;
    if (this.steps > LIMITS.steps)
      throw evaluationError(expression.at, 'The evaluation takes too much work.');
    switch (expression.kind) {
      case 'boolean':
      case 'integer':
      case 'string':
        return expression.value;
      case 'timestamp':
        return new Instant(expression.milliseconds);
      case 'list':
        return expression.items.map((item) => this.of(item, names));
      case 'name':
        return read(names, expression.name, expression);
      case 'not':
        return !this.#boolean(expression.operand, names);
      case 'logical':
        return this.#logical(expression, names);
      case 'comparison':
        return this.#comparison(expression, names);
      case 'field':
        return this.#field(expression, names);
      case 'index':
        return this.#index(expression, names);
      case 'slice':
        return this.#slice(expression, names);
      case 'visit':
        return this.#visit(expression, names);
      case 'contains': {
        const list = this.#list(expression.subject, names);
        return this.#includes(list, this.of(expression.value, names), expression.at);
      }
      case 'count':
        return BigInt(this.#list(expression.subject, names).length);
    }
  }

  #logical({ operator, operands }: Of<'logical'>, names: Struct): boolean {
    // All of them first: an error on either side counts, whatever the other side says.
    const values = operands.map((operand) => this.#boolean(operand, names));
    return operator === '&&' ? values.every(Boolean) : values.some(Boolean);
  }

  #comparison({ operator, left, right, at }: Of<'comparison'>, names: Struct): boolean {
    const value = this.of(left, names);
    if (operator === 'in') return this.#includes(this.#list(right, names), value, at);
    const other = this.of(right, names);
    if (operator === '==') return equal(value, other, at);
    if (operator === '!=') return !equal(value, other, at);
    const [low, high] = [rankOf(value, at), rankOf(other, at)];
    if (kindOf(value) !== kindOf(other))
      throw evaluationError(at, 'Values of different types do not compare.');
    switch (operator) {
      case '<':
        return low < high;
      case '<=':
        return low <= high;
      case '>':
        return low > high;
      case '>=':
        return low >= high;
    }
  }

  #includes(list: readonly Value[], value: Value, at: number): boolean {
    this.steps += list.length;
    return list.map((item) => equal(item, value, at)).some(Boolean);
  }

  #field(expression: Of<'field'>, names: Struct): Value {
    const value = this.of(expression.subject, names);
    if (!isStruct(value)) throw evaluationError(expression.at, `A ${kindOf(value)} has no fields.`);
    return read(value, expression.field, expression);
  }

  #index({ subject, index, at }: Of<'index'>, names: Struct): Value {
    const value = plain(this.of(subject, names));
    const key = plain(this.of(index, names));
    if (isMap(value)) {
      const found = typeof key === 'string' ? value.get(key) : undefined;
      if (found === undefined) throw noSuchKey(index);
      return found;
    }
    const elements = this.#elements(value, at);
    const found = elements[position(key, elements.length, index.at)];
    if (found === undefined) throw evaluationError(index.at, 'There is no such element.');
    return value instanceof HexText && typeof found === 'string' ? new HexText(found) : found;
  }

  #slice({ subject, from, to, at }: Of<'slice'>, names: Struct): Value {
    const value = plain(this.of(subject, names));
    const [first, last] = [this.of(from, names), this.of(to, names)];
    const elements = this.#elements(value, at);
    const begin = position(first, elements.length, from.at);
    const end = position(last, elements.length, to.at);
    if (begin > end) throw evaluationError(from.at, 'The slice ends before it begins.');
    if (value instanceof HexText) return new HexText(value.text.slice(begin, end));
    return typeof value === 'string'
      ? this.#characters(value).slice(begin, end).join('')
      : Array.from(elements).slice(begin, end);
  }

  #elements(value: Value, at: number): ArrayLike<Value> {
    if (isList(value)) return value;
    if (typeof value === 'string') return this.#characters(value);
    // Its characters are all of one unit, so it need not be taken apart: data of contracts is long.
    if (value instanceof HexText) return value.text;
    throw evaluationError(at, `A ${kindOf(value)} has no elements.`);
  }

  /** The Unicode code points of a text. */
  #characters(text: string): readonly string[] {
    // Texts of a request can be long; each look at one is paid for.
    this.steps += Math.ceil(text.length / 100);
    return Array.from(text);
  }

  #visit({ visit, subject, item, predicate }: Of<'visit'>, names: Struct): Value {
    const list = this.#list(subject, names);
    const matches = list.map((each) => this.#boolean(predicate, { ...names, [item]: each }));
    switch (visit) {
      case 'all':
        return matches.every(Boolean);
      case 'any':
        return matches.some(Boolean);
      case 'filter':
        return list.filter((_, index) => matches[index]);
    }
  }

  #boolean(expression: Expression, names: Struct): boolean {
    const value = this.of(expression, names);
    if (typeof value !== 'boolean')
      throw evaluationError(expression.at, `boolean is wanted here, not ${kindOf(value)}.`);
    return value;
  }

  #list(expression: Expression, names: Struct): readonly Value[] {
    const value = this.of(expression, names);
    if (!isList(value)) throw evaluationError(expression.at, `A list is wanted here, not ${kindOf(value)}.`);
    return value;
  }
}

/** Most policies are for other requests and end so each time: their errors are made once. */
const missing = oncePerObject((of: Of<'name'> | Of<'field'>) =>
  evaluationError(of.at, `The request has no ${of.kind === 'name' ? of.name : of.field} here.`),
);

function read(from: Struct, name: string, of: Of<'name'> | Of<'field'>): Value {
  // Own properties alone: `constructor` and its like are not fields.
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value === undefined) throw missing(of);
  if (typeof value === 'bigint' && (value < SMALLEST_INTEGER || value > LARGEST_INTEGER)) {
    throw evaluationError(of.at, `${name} is too large a number.`);
  }
  return value;
}

function equal(left: Value, right: Value, at: number): boolean {
  const kind = kindOf(left);
  if (kind !== kindOf(right)) throw evaluationError(at, 'Values of different types do not compare.');
  if (kind === 'list' || kind === 'map' || kind === 'struct')
    throw evaluationError(at, `Values of ${kind} do not compare.`);
  if (left instanceof Spellings) return left.texts.some((text) => equal(text, right, at));
  if (right instanceof Spellings) return equal(right, left, at);
  if (left instanceof Instant && right instanceof Instant) return left.milliseconds === right.milliseconds;
  return left instanceof HexText || right instanceof HexText ? hexOf(left) === hexOf(right) : left === right;
}

const noSuchKey = oncePerObject(({ at }: Expression) => evaluationError(at, 'The map has no such key.'));

const plain = (value: Value): Value => (value instanceof Spellings ? value.texts[0] : value);

const hexOf = (value: Value): unknown =>
  value instanceof HexText ? value.text : typeof value === 'string' ? value.toLowerCase() : value;

function rankOf(value: Value, at: number): bigint | number {
  if (typeof value === 'bigint') return value;
  if (value instanceof Instant) return value.milliseconds;
  throw evaluationError(at, `Values of ${kindOf(value)} have no order.`);
}

/** The place that a value names, from 0 to the length. */
function position(value: Value, length: number, at: number): number {
  if (typeof value !== 'bigint')
    throw evaluationError(at, `An integer is wanted here, not ${kindOf(value)}.`);
  if (value < 0n || value > BigInt(length))
    throw evaluationError(at, `There is no element ${value} of ${length}.`);
  return Number(value);
}
