import { fromHex, toHex } from '#protocol/encoding.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { type JsonObject, isJsonObject, looselyParsed, wrongMember } from './ethereum/json-members.ts';
import { ethereumError } from './ethereum/model/errors.ts';

/** Members under which wallets and services hand over a transaction. What the last ones hold may be something else. */
const MEMBERS = ['raw_data_hex', 'psbt', 'serializedTransaction', 'transaction', 'tx', 'message'] as const;
type Member = (typeof MEMBERS)[number];

/** Members that are called so for nothing else. */
const TELLING = new Set<Member>(['raw_data_hex', 'psbt', 'serializedTransaction']);
/** Seeds and private keys have so many bytes, and are written as lists as well: these are left alone. */
const KEY_LENGTHS = new Set([16, 32, 33, 64]);

/** The forms of text and JSON that stand within other JSON. */
interface InnerForms {
  /** A text that isn't hex as hex; null for one of no known form. */
  readonly ofText: (text: string) => string | null;
  /** A transaction or message of Solana as hex, with empty signatures where it has none; null for any other bytes. */
  readonly ofSolana: (bytes: Uint8Array) => string | null;
  /** JSON of a chain's own; null for any other. */
  readonly ofJson: (json: string) => string | null;
}

/**
 * The transaction that JSON carries in one of its members, or as bytes: a list, or what Node and browsers write of them. Of
 * several members each must hold the same.
 * @returns hex; null for JSON that carries none
 * @throws AppError `TRANSACTION_JSON_INVALID` for members that differ, or hold no transaction though they are called so;
 * `JSON_INVALID`
 */
export function wrappedAsHex(json: string, forms: InnerForms): string | null {
  if (wrapperIn(looselyParsed(json)) === null) return null;
  // Read once more by the rules: a name that is there twice means two things. Wallets write numbers beside it as they like.
  const wrapper = wrapperIn(parseStrictJson(json, 'The transaction', { leavesRestToSchema: true }));
  if (wrapper === null) return null;
  if (wrapper instanceof Uint8Array) return forms.ofSolana(wrapper) ?? toHex(wrapper);
  const found: { readonly name: Member; readonly hex: string }[] = [];
  for (const name of MEMBERS) {
    const value = Object.hasOwn(wrapper, name) ? wrapper[name] : undefined;
    const hex = hexOf(name, value, forms);
    if (hex !== null) found.push({ name, hex });
    else if (TELLING.has(name) && value !== undefined && value !== null)
      throw wrongMember(name, 'is no transaction in hex, Base64, Base58 or bytes');
  }
  const [first] = found;
  if (first === undefined) return null;
  for (const name of MEMBERS) {
    const value = Object.hasOwn(wrapper, name) ? wrapper[name] : undefined;
    const other = found.find((each) => each.name === name);
    // A message for people may go along with a transaction; nothing else that isn't read may.
    const isText = name === 'message' && typeof value === 'string' && other === undefined;
    if (value === undefined || value === null || isText || other?.hex === first.hex) continue;
    throw ethereumError('TRANSACTION_JSON_INVALID.both', { one: first.name, other: name });
  }
  return first.hex;
}

/** Bytes, or the object whose members are looked at: that within a wallet's request, too. */
function wrapperIn(value: unknown): Uint8Array | JsonObject | null {
  const bytes = bytesOf(value);
  if (bytes !== null || !isJsonObject(value)) return bytes;
  const { params } = value;
  const inner: unknown = Array.isArray(params) && params.length === 1 ? params[0] : params;
  const [outer, requested] = [value, inner].map(memberIn);
  if (outer !== undefined && requested !== undefined)
    throw ethereumError('TRANSACTION_JSON_INVALID.both', { one: outer, other: `params.${requested}` });
  if (outer !== undefined) return value;
  return requested !== undefined && isJsonObject(inner) ? inner : null;
}

/** The first member that may hold a transaction; none of typed data, which has a message as well. */
const memberIn = (value: unknown): Member | undefined =>
  isJsonObject(value) && !isJsonObject(value['types'])
    ? MEMBERS.find((name) => Object.hasOwn(value, name))
    : undefined;

function hexOf(name: Member, value: unknown, forms: InnerForms): string | null {
  // A message is Solana's, or it isn't for a chain at all.
  const ofBytes = (bytes: Uint8Array): string | null =>
    forms.ofSolana(bytes) ?? (name === 'message' ? null : toHex(bytes));
  const bytes = bytesOf(value);
  if (bytes !== null) return ofBytes(bytes);
  if (isJsonObject(value) && name !== 'message')
    return typeof value['raw_data_hex'] === 'string'
      ? hexOf('raw_data_hex', value['raw_data_hex'], forms)
      : forms.ofJson(JSON.stringify(value));
  if (typeof value !== 'string' || value.trim() === '') return null;
  const packed = value.replace(/\s+/g, '').replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(packed)) return forms.ofText(value);
  if (name === 'raw_data_hex') return packed.toLowerCase();
  return packed.length % 2 === 0 ? ofBytes(fromHex(packed)) : null;
}

/** Bytes as JSON writes them: a list, a Buffer of Node, or a typed array by its places; null for anything else. */
function bytesOf(value: unknown): Uint8Array | null {
  const list: unknown =
    isJsonObject(value) && value['type'] === 'Buffer'
      ? value['data']
      : isJsonObject(value) && Object.keys(value).every((key, at) => key === String(at))
        ? Object.values(value)
        : value;
  if (!Array.isArray(list) || list.length === 0 || KEY_LENGTHS.has(list.length)) return null;
  const isBytes = list.every(
    (each: unknown) => typeof each === 'number' && Number.isInteger(each) && each >= 0 && each <= 255,
  );
  return isBytes ? Uint8Array.from(list as number[]) : null;
}
