import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';

/** Deeper than anything that is signed or described. */
const MAX_DEPTH = 32;
// A string that never ends is matched without its last quote, so that looking for it again and again takes no time.
const TOKEN = /"(?:[^"\\]|\\.)*("?)|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * Reads JSON (RFC 8259) that can mean one thing only: no name twice in an object, no number that JavaScript would round, no
 * more than 32 levels.
 * @param what the text's name, for the error
 * @returns plain values; own properties alone
 * @throws AppError `JSON_INVALID`
 */
export function parseStrictJson(text: string, what: string): unknown {
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let last: string | null = null;
  for (const [token, closing] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    if (token === '}' || token === ']') open.pop();
    if (open.length > MAX_DEPTH) throw invalid(what, `has more than ${MAX_DEPTH} levels`);
    if (token === ':' && last !== null) addName(open.at(-1), last, what);
    if (closing === '') throw invalid(what, 'has a text that does not end');
    if (/^-?\d/.test(token) && !isExact(token))
      throw invalid(what, `has to write ${token.slice(0, 80)} as text`);
    last = token.startsWith('"') ? token : null;
  }
  return parse(text, what);
}

function addName(names: Set<string> | null | undefined, token: string, what: string): void {
  const name = parse(token, what) as string;
  if (name === '__proto__') throw invalid(what, 'has a name that is not allowed, __proto__');
  if (names?.has(name) === true)
    throw invalid(what, `has the name ${JSON.stringify(name.slice(0, 80))} twice`);
  names?.add(name);
}

const isExact = (token: string): boolean => /^-?\d+$/.test(token) && Number.isSafeInteger(Number(token));

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(what, 'is no JSON', cause);
  }
}

const invalid = (what: string, why: string, cause?: unknown): AppError =>
  protocolError('JSON_INVALID', { what, why, cause });
