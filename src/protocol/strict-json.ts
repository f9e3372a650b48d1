import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';

/** Deeper than anything that is signed or described. */
const MAX_DEPTH = 32;
/** What a text that is laid out for people has before each name and value. */
const SPACE_EACH = 2 * MAX_DEPTH;
/** What is neither a text nor punctuation: a number, a word, or what is no JSON. */
const SCALAR = /[^\s"{}[\],:]+/gy;
/** Half of a surrogate pair: it has no bytes in UTF-8, so each becomes U+FFFD there, and texts that differ become one. */
const HALF = /\p{Cs}/u;
const MAY_BE_HALF = /\p{Cs}|\\u[dD][89a-fA-F]/u;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What is taken beyond a text's own form. */
interface JsonLimits {
  /** How many names and values there may be in all; any number when left out. */
  readonly mostParts?: number;
  /** How many spaces and line ends may stand between them, beyond some for each: any number when left out. */
  readonly mostSpace?: number;
  /** Whether a schema tells next what is wrong with a number that JavaScript rounds, and with `__proto__`. */
  readonly leavesRestToSchema?: boolean;
}

/**
 * Reads JSON (RFC 8259) that can mean one thing only: no name twice in an object, no number that JavaScript would round, no
 * half of a character, no more than 32 levels. The text is gone through once, and what is refused is refused before anything is made from it.
 * @param what the text's name, for the error
 * @returns plain values; own properties alone
 * @throws AppError `JSON_INVALID`
 */
export function parseStrictJson(text: string, what: string, limits: JsonLimits = {}): unknown {
  const { mostParts = Infinity, mostSpace = Infinity, leavesRestToSchema = false } = limits;
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let parts = 0;
  let space = 0;
  let name: string | null = null;
  const mayHaveHalves = MAY_BE_HALF.test(text);
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    const begin = at;
    at += 1;
    if (' \t\n\r'.includes(character)) {
      space += 1;
      continue;
    }
    if (character === ':') {
      if (name !== null) {
        const read = parse(name, what) as string;
        if (read === '__proto__' && !leavesRestToSchema)
          throw invalid(what, 'has a name that is not allowed, __proto__');
        addName(open.at(-1), read, what);
      }
    } else if (character === '}' || character === ']') open.pop();
    else if (character !== ',') {
      parts += 1;
      if (parts > mostParts) throw invalid(what, `has more than ${mostParts} names and values`);
      if (character === '{' || character === '[') {
        open.push(character === '{' ? new Set() : null);
        if (open.length > MAX_DEPTH) throw invalid(what, `has more than ${MAX_DEPTH} levels`);
      } else at = character === '"' ? endOfText(text, begin, what) : endOfScalar(text, begin);
      if (mayHaveHalves && character === '"') requireWhole(text.slice(begin, at), begin, what);
      if (!leavesRestToSchema && /^-?\d/.test(text.slice(begin, begin + 2)))
        requireExact(text.slice(begin, at), what);
    }
    name = character === '"' ? text.slice(begin, at) : null;
  }
  if (space > mostSpace + parts * SPACE_EACH) throw invalid(what, 'has too much space between its values');
  return parse(text, what);
}

/** Where a text ends that begins with the quote at `begin`: behind the next quote without an odd number of backslashes. */
function endOfText(text: string, begin: number, what: string): number {
  for (let from = begin + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw invalid(what, 'has a text that does not end');
    let escape = quote;
    while (escape > from && text[escape - 1] === '\\') escape -= 1;
    from = quote + 1;
    if ((quote - escape) % 2 === 0) return from;
  }
}

function endOfScalar(text: string, begin: number): number {
  SCALAR.lastIndex = begin;
  return SCALAR.test(text) ? SCALAR.lastIndex : begin + 1;
}

function addName(names: Set<string> | null | undefined, name: string, what: string): void {
  if (names?.has(name) === true)
    throw invalid(what, `has the name ${JSON.stringify(name.slice(0, 80))} twice`);
  names?.add(name);
}

function requireWhole(token: string, begin: number, what: string): void {
  if (HALF.test(parse(token, what) as string))
    throw invalid(what, `has half of a character in the text at position ${begin + 1}`);
}

/** What only begins like a number is no JSON, and not shown: a file of a key that was chosen by mistake can begin like one. */
function requireExact(token: string, what: string): void {
  if (!NUMBER.test(token)) throw invalid(what, 'is no JSON');
  if (/^-?\d+$/.test(token) && Number.isSafeInteger(Number(token))) return;
  throw invalid(what, `has to write ${token.slice(0, 80)} as text`);
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(what, 'is no JSON', cause);
  }
}

const invalid = (what: string, why: string, cause?: unknown): AppError =>
  protocolError('JSON_INVALID', { what, why, cause });
