import { endOfReadable } from './draw-tokens.ts';
import { VISITS } from './expression.ts';
import type { Keywords } from './keywords.ts';
import { chainBefore, withItemNames } from './token-chains.ts';
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
  /** What people call it, of a value that is an ID or an address. */
  readonly name?: string;
}

/** What can stand at a caret. */
export interface Completions {
  /** Where what was begun starts; it ends at the caret, or behind the quote that stands there already. */
  readonly from: number;
  readonly to: number;
  /** What was begun. */
  readonly begun: string;
  readonly options: readonly Completion[];
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*$/;
const NONE: Completions = { from: 0, to: 0, begun: '', options: [] };

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
  const names = withItemNames(tokens, head, keywords);
  const known =
    tokens.at(-1)?.text === '.' && tokens.at(-1)?.kind === 'symbol'
      ? membersOf(chainBefore(tokens, head, names)?.type)
      : canBegin(tokens.at(-1))
        ? [...names].map(([name, type]) => plain(name, nameOf(type)))
        : [];
  const fits = known.filter(({ text: offered }) => offered.startsWith(begun) && offered !== begun);
  return { from, to: caret, begun, options: fits };
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
