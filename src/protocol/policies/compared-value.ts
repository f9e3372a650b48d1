import type { Completion, Completions } from './complete.ts';
import { endOfReadable } from './draw-tokens.ts';
import type { Expression } from './expression.ts';
import { typeOf } from './check-types.ts';
import type { Keywords } from './keywords.ts';
import { chainBefore, withItemNames, openingOf, type ReadChain } from './token-chains.ts';
import { type Token, tokenize } from './token-reader.ts';
import type { Type } from './types.ts';

/** A place where a value is written that something is compared with. */
export interface ComparedPlace {
  /** What it is compared with, by struct and field: `User.id`, `EthereumTransaction.chain_id`, `params.user_id`. */
  readonly subject: string;
  /** Whether the value is a text in quotes; otherwise it is an integer. */
  readonly isText: boolean;
  /** Where what was begun starts, its quote included, and where it ends. */
  readonly from: number;
  readonly to: number;
  /** What was begun, without the quote. */
  readonly begun: string;
  /** Whether the quote stands there: nothing but a value can follow it. */
  readonly isOpen: boolean;
}

/** A value that can stand in such a place. */
export interface KnownValue {
  readonly value: string;
  /** What people call it; empty where the value says it itself. */
  readonly name: string;
}

const BEGUN = /[A-Za-z0-9_]*$/;

/**
 * What the value at a caret is compared with: behind `==` and `!=`, in the list behind `in`, and in `contains()`.
 * @returns null where no value is compared, or nothing is known of what stands before it
 */
export function comparedAt(text: string, caret: number, keywords: Keywords): ComparedPlace | null {
  const before = text.slice(0, caret);
  const readable = endOfReadable(before);
  const isOpen = readable < before.length;
  // The one thing that may be unfinished is the text that is being written.
  if (isOpen && !/^'[^'\n]*$/.test(before.slice(readable))) return null;
  const from = isOpen ? readable : caret - (BEGUN.exec(before)?.[0].length ?? 0);
  const begun = before.slice(isOpen ? from + 1 : from);
  const head = before.slice(0, from);
  if (endOfReadable(head) < head.length) return null;
  const tokens = tokenize(head).slice(0, -1);
  const found = comparedChain(tokens, head, withItemNames(tokens, head, keywords));
  if (found === null) return null;
  const { type, subject } = found;
  const isText = type.kind !== 'integer';
  if (!isText && isOpen) return null;
  // What stands behind the caret up to its quote is part of the value; what has spaces is the policy going on.
  const rest = isOpen ? (/^[^'\s]*'/.exec(text.slice(caret))?.[0].length ?? 0) : 0;
  return { subject, isText, from, to: caret + rest, begun, isOpen };
}

interface Compared {
  readonly subject: string;
  readonly type: Type;
}

function comparedChain(tokens: readonly Token[], head: string, names: Keywords): Compared | null {
  const last = tokens.at(-1);
  if (last?.kind !== 'symbol') return null;
  const before = (count: number): ReadChain | undefined =>
    chainBefore(tokens.slice(0, tokens.length - count), head, names);
  if (last.text === '==' || last.text === '!=') return named(chainBefore(tokens, head, names), names);
  if (last.text === '(' && tokens.at(-2)?.text === 'contains') return itemOf(before(2), names);
  if (last.text !== '[' && last.text !== ',') return null;
  const opening = last.text === '[' ? tokens.length - 1 : openingOf([...tokens, CLOSING], tokens.length);
  const asked = tokens[opening - 1];
  if (tokens[opening]?.text !== '[' || asked?.kind !== 'name' || asked.text !== 'in') return null;
  return named(before(tokens.length - opening), names);
}

const CLOSING: Token = { kind: 'symbol', text: ']', at: 0 };

/** A chain of one text or number by its name. */
function named(chain: ReadChain | undefined, names: Keywords): Compared | null {
  const subject = chain === undefined ? null : nameOf(chain.expression, names);
  if (chain === undefined || subject === null) return null;
  return ['string', 'integer', 'unknown'].includes(chain.type.kind) ? { subject, type: chain.type } : null;
}

/** The items of a list by the list's name. */
function itemOf(chain: ReadChain | undefined, names: Keywords): Compared | null {
  if (chain === undefined) return null;
  const { expression, type } = chain;
  if (type.kind === 'list') return named({ expression, type: type.item }, names);
  return type.kind === 'unknown' ? named(chain, names) : null;
}

/** `Struct.field`; the place in a list says nothing of what the values are. */
function nameOf(expression: Expression, names: Keywords): string | null {
  if (expression.kind === 'index') return nameOf(expression.subject, names);
  if (expression.kind !== 'field') return null;
  const { subject, field } = expression;
  const type = typeOf(subject, names);
  if (type.kind === 'struct') return `${type.name}.${field}`;
  return subject.kind === 'field' ? `${subject.field}.${field}` : null;
}

/** So many are offered at once; more are found by typing. */
const MOST = 50;

/** Values whose text or name has what was begun: first the one that is it, then those that begin with it. */
export function valueCompletions(place: ComparedPlace, values: readonly KnownValue[]): Completions {
  const { from, to, begun, isText } = place;
  const asked = begun.toLowerCase();
  const rank = ({ value, name }: KnownValue): number =>
    value === begun ? 0 : [value, name].some((each) => each.toLowerCase().startsWith(asked)) ? 1 : 2;
  const fits = values
    .filter(({ value, name }) => `${value} ${name}`.toLowerCase().includes(asked))
    // What can't stand between quotes can't be written at all.
    .filter(({ value }) => value !== '' && !/['\p{Cc}]/u.test(value));
  const each = [...new Map(fits.map((known) => [known.value, known])).values()];
  const options = each
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
    .map(({ value, name }): Completion => {
      const text = isText ? `'${value}'` : value;
      return { text, type: '', back: 0, ...(name === '' ? {} : { name }) };
    });
  return { from, to, begun: '', options };
}
