import { typeOf } from './check-types.ts';
import { type Expression, VISITS } from './expression.ts';
import type { Keywords } from './keywords.ts';
import { parseExpression } from './parse-policy.ts';
import { PolicyError } from './policy-error.ts';
import type { Token } from './token-reader.ts';
import type { Type } from './types.ts';

const OPENS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** A chain that stands in a text that is being written: `private_key.tags`, `bitcoin.tx.outputs[0].address`. */
export interface ReadChain {
  readonly expression: Expression;
  readonly type: Type;
}

/** The chain that ends before the last token, and its type; undefined where it cannot be read. */
export function chainBefore(tokens: readonly Token[], text: string, names: Keywords): ReadChain | undefined {
  const end = tokens.at(-1);
  const first = end === undefined ? undefined : tokens[chainStart(tokens, tokens.length - 2)];
  if (end === undefined || first === undefined) return undefined;
  try {
    const expression = parseExpression(text.slice(first.at, end.at));
    return { expression, type: typeOf(expression, names) };
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
export function openingOf(tokens: readonly Token[], closing: number): number {
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
export function withItemNames(tokens: readonly Token[], text: string, keywords: Keywords): Keywords {
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
  const list = chainBefore(tokens.slice(0, bracket - 1), text, names)?.type;
  return list?.kind === 'list' ? [item.text, list.item] : null;
}
