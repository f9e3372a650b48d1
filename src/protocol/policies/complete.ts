import { typeOf } from './check-types.ts';
import { endOfReadable } from './draw-tokens.ts';
import { VISITS } from './expression.ts';
import type { Keywords } from './keywords.ts';
import { parseExpression } from './parse-policy.ts';
import { PolicyError } from './policy-error.ts';
import { type Token, tokenize } from './token-reader.ts';
import { type Type, nameOf } from './types.ts';

/** Something that can stand where the caret is. */
export interface Completion {
  /** What is written in the place of what was begun. */
  readonly text: string;
  /** Its type: `integer`, `list<User>`; what a function gives. */
  readonly type: string;
  /** Where the caret goes, in characters from the end of the text; 0 is behind it. */
  readonly back: number;
}

/** What can stand at a caret. */
export interface Completions {
  /** Where what was begun starts; it ends at the caret. */
  readonly from: number;
  /** What was begun. */
  readonly begun: string;
  readonly options: readonly Completion[];
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*$/;
const NONE: Completions = { from: 0, begun: '', options: [] };

/**
 * What the language knows at a place: fields and functions of what stands before a dot, otherwise the names that exist there.
 * @param keywords those of the part (docs/policies.md)
 * @param caret in characters from the text's begin
 */
export function completionsAt(text: string, caret: number, keywords: Keywords): Completions {
  const before = text.slice(0, caret);
  const begun = WORD.exec(before)?.[0] ?? '';
  const from = caret - begun.length;
  const head = before.slice(0, from);
  // In a text, or behind something that is no part of the language, nothing is known.
  if (endOfReadable(head) < head.length || /\d$/.test(head)) return NONE;
  const tokens = tokenize(head).slice(0, -1);
  const names = namesIn(tokens, head, keywords);
  const known =
    tokens.at(-1)?.text === '.' && tokens.at(-1)?.kind === 'symbol'
      ? membersOf(subjectBefore(tokens, head, names))
      : canBegin(tokens.at(-1))
        ? [...names].map(([name, type]) => plain(name, nameOf(type)))
        : [];
  const fits = known.filter(({ text: offered }) => offered.startsWith(begun) && offered !== begun);
  return { from, begun, options: fits };
}

const plain = (text: string, type: string): Completion => ({ text, type, back: 0 });

/** Whether a value may begin behind a token. */
const canBegin = (last: Token | undefined): boolean =>
  last === undefined ||
  (last.kind === 'symbol' && ![']', ')', '.'].includes(last.text)) ||
  (last.kind === 'name' && last.text === 'in');

function membersOf(type: Type | undefined): Completion[] {
  if (type?.kind === 'struct')
    return Object.entries(type.fields).map(([name, field]) => plain(name, nameOf(field)));
  if (type?.kind !== 'list') return [];
  const visits = VISITS.map((visit) => ({
    // The caret stands where the item's condition is written.
    ...{ text: `${visit}(item, )`, back: 1 },
    type: visit === 'filter' ? nameOf(type) : 'boolean',
  }));
  const functions = [{ text: 'contains()', type: 'boolean', back: 1 }, plain('count()', 'integer')];
  return [...visits, ...(type.item.kind === 'struct' ? functions.slice(1) : functions)];
}

const OPENS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** The type of the chain that ends before the last token, a dot; undefined where it cannot be read. */
function subjectBefore(tokens: readonly Token[], text: string, names: Keywords): Type | undefined {
  const dot = tokens.at(-1);
  const first = dot === undefined ? undefined : tokens[chainStart(tokens, tokens.length - 2)];
  if (dot === undefined || first === undefined) return undefined;
  try {
    return typeOf(parseExpression(text.slice(first.at, dot.at)), names);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return undefined;
  }
}

/** Walks back over a chain: names, brackets with what they hold, and the dots between. */
function chainStart(tokens: readonly Token[], last: number): number {
  let at = last;
  for (;;) {
    let token = tokens[at];
    // What is called or looked up stands before its bracket.
    while (token?.kind === 'symbol' && OPENS[token.text] !== undefined) {
      at = openingOf(tokens, at) - 1;
      token = tokens[at];
    }
    if (token?.kind !== 'name') return at + 1;
    const dot = tokens[at - 1];
    if (dot?.kind !== 'symbol' || dot.text !== '.') return at;
    at -= 2;
  }
}

/** Where the bracket opens that closes at an index; 0 where it doesn't. */
function openingOf(tokens: readonly Token[], closing: number): number {
  let depth = 0;
  for (let at = closing; at > 0; at -= 1) {
    const token = tokens[at];
    if (token?.kind !== 'symbol') continue;
    if (OPENS[token.text] !== undefined) depth += 1;
    if (token.text === '(' || token.text === '[') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

/** The keywords, and the items of the functions whose condition is being written. */
function namesIn(tokens: readonly Token[], text: string, keywords: Keywords): Keywords {
  const open: (readonly [string, Type] | null)[] = [];
  const names = (): Keywords => new Map([...keywords, ...open.filter((each) => each !== null)]);
  tokens.forEach((token, at) => {
    if (token.kind !== 'symbol') return;
    if (token.text === '(' || token.text === '[') open.push(itemAt(tokens, at, text, names()));
    if (OPENS[token.text] !== undefined) open.pop();
  });
  return names();
}

/** The item that a function names behind the bracket at an index, with its type; null for another bracket. */
function itemAt(
  tokens: readonly Token[],
  bracket: number,
  text: string,
  names: Keywords,
): readonly [string, Type] | null {
  const called = tokens[bracket - 1];
  const [item, comma] = tokens.slice(bracket + 1, bracket + 3);
  if (!VISITS.some((visit) => visit === called?.text) || item?.kind !== 'name' || comma?.text !== ',')
    return null;
  const list = subjectBefore(tokens.slice(0, bracket - 1), text, names);
  return list?.kind === 'list' ? [item.text, list.item] : null;
}
