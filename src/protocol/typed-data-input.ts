import { revealInvisible } from './invisible-characters.ts';

/** What a text says of itself that is typed data; unseen characters are spelled out, names are 80 characters at most. */
export interface TypedDataInput {
  readonly primaryType: string;
  /** The name of its domain, where it has one. */
  readonly domain: string | null;
}

const MAX_TEXT = 1 << 20;

/**
 * Whether a text is typed structured data as wallets write it (`eth_signTypedData_v4`): JSON with `types`, `primaryType` and
 * `message`. Recognizes, and checks nothing: signing it reads it strictly.
 * @returns null for everything else
 */
export function typedDataIn(text: string): TypedDataInput | null {
  if (!text.trimStart().startsWith('{') || text.length > MAX_TEXT) return null;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    // What is no JSON is no typed data; its reader says what is wrong with it.
    return null;
  }
  if (!isObject(given)) return null;
  const { types, primaryType, message, domain } = given;
  if (!isObject(types) || !isObject(message) || typeof primaryType !== 'string') return null;
  const name = isObject(domain) ? domain['name'] : undefined;
  return { primaryType: shown(primaryType), domain: typeof name === 'string' ? shown(name) : null };
}

const shown = (text: string): string => revealInvisible(text.slice(0, 80));
const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
