import { z } from 'zod';
import type { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { parseAddress } from '../model/address.ts';
import { ethereumError } from '../model/errors.ts';
import {
  DOMAIN_MEMBERS,
  DOMAIN_TYPE,
  type Domain,
  type Member,
  type StructValue,
  type TypedData,
  type TypedValue,
  baseTypeOf,
} from './typed-data.ts';

/** The types that need no definition: `uint8` to `int256` in steps of 8, `bytes1` to `bytes32`, and the plain ones. */
const NUMBER =
  /^(u?)int(8|16|24|32|40|48|56|64|72|80|88|96|1(?:04|12|20|28|36|44|52|60|68|76|84|92)|2(?:00|08|16|24|32|40|48|56))$/;
const BYTES = /^bytes([1-9]|[12]\d|3[0-2])?$/;

/** Whether a type needs no definition (EIP-712, "atomic" and "dynamic" types). */
export const isPlainType = (type: string): boolean =>
  type === 'address' || type === 'bool' || type === 'string' || NUMBER.test(type) || BYTES.test(type);

/** A number or bytes with any width or none: `int` and `uint257` are no types, and libraries take them for some all the same. */
const LIKE_PLAIN = /^(?:u?int|bytes)\d*$/;

/** Values in one piece of typed data; more than any order or batch has. */
const MAX_VALUES = 4096;

/** Makes the error for typed data that breaks a rule. `where` is the path of the value. */
export const typedDataError = (where: string, why: string, cause?: unknown): AppError =>
  ethereumError('TYPED_DATA_INVALID', { where: where === '' ? 'it' : where, why, cause });

/** Reads values against types, and counts them. */
class ValueReader {
  readonly #types: TypedData['types'];
  #left = MAX_VALUES;

  constructor(types: TypedData['types']) {
    this.#types = types;
  }

  /** A struct whose members are exactly those of its type. @throws AppError `TYPED_DATA_INVALID` */
  struct(type: string, given: unknown, where: string): StructValue {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw typedDataError(where, `is no ${type}`);
    }
    const members: readonly Member[] = this.#types[type] ?? [];
    const stray = Object.keys(given).find((name) => !members.some((member) => member.name === name));
    // It would be shown and not signed, or signed by nobody's rule.
    if (stray !== undefined) throw typedDataError(join(where, stray), `is not a member of ${type}`);
    return {
      kind: 'struct',
      type,
      members: members.map((member) => {
        const at = join(where, member.name);
        if (!Object.hasOwn(given, member.name)) throw typedDataError(at, 'is missing');
        return {
          name: member.name,
          value: this.#value(member.type, (given as Record<string, unknown>)[member.name], at),
        };
      }),
    };
  }

  #value(type: string, given: unknown, where: string): TypedValue {
    this.#left -= 1;
    if (this.#left < 0) throw typedDataError('', `holds more than ${MAX_VALUES} values`);
    const [, element, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
    if (element !== undefined) return this.#list(type, [element, length ?? ''], given, where);
    if (Object.hasOwn(this.#types, type)) return this.struct(type, given, where);
    return { kind: 'atom', type, value: readAtom(type, given, where) };
  }

  #list(
    type: string,
    [element, length]: readonly [string, string],
    given: unknown,
    where: string,
  ): TypedValue {
    if (!Array.isArray(given)) throw typedDataError(where, 'is no list');
    if (length !== '' && given.length !== Number(length)) {
      throw typedDataError(where, `has ${given.length} items, but ${length} are wanted`);
    }
    const items = given.map((item, index) => this.#value(element, item, `${where}[${index}]`));
    return { kind: 'list', type, items };
  }
}

const join = (where: string, name: string): string => (where === '' ? name : `${where}.${name}`);

function readAtom(type: string, given: unknown, where: string): bigint | boolean | string {
  const [, unsigned, width] = NUMBER.exec(type) ?? [];
  if (width !== undefined) return readNumber(given, unsigned === 'u', BigInt(width), where);
  if (type === 'bool') {
    if (typeof given === 'boolean') return given;
    throw typedDataError(where, 'is neither true nor false');
  }
  if (typeof given !== 'string') throw typedDataError(where, 'has to be text');
  if (type === 'string') return given;
  if (type === 'address') return readAddress(given, where);
  const [, size] = BYTES.exec(type) ?? [];
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(given)) throw typedDataError(where, 'is no hex with 0x');
  if (size !== undefined && given.length !== 2 + 2 * Number(size)) {
    throw typedDataError(where, `has ${given.length / 2 - 1} bytes, but ${size} are wanted`);
  }
  return given.toLowerCase();
}

function readNumber(given: unknown, isUnsigned: boolean, width: bigint, where: string): bigint {
  const isWritten = typeof given === 'string' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(given);
  if (!isWritten && !(typeof given === 'number' && Number.isSafeInteger(given))) {
    throw typedDataError(where, 'is no whole number');
  }
  const value = BigInt(given);
  const [low, high] = isUnsigned
    ? [0n, (1n << width) - 1n]
    : [-(1n << (width - 1n)), (1n << (width - 1n)) - 1n];
  if (value < low || value > high) throw typedDataError(where, 'does not fit its type');
  return value;
}

function readAddress(given: string, where: string): string {
  try {
    return parseAddress(given);
  } catch (cause) {
    throw typedDataError(where, 'is no address, or its checksum does not hold', cause);
  }
}

/** More than any published type has. */
const MAX_TYPES = 64;
const MAX_MEMBERS = 128;
/** Of the names and types of all members: the hash of each type is over the text of all that it refers to. */
const MAX_CHARACTERS = 32 * 1024;

const NAME = /^[A-Za-z_$][\w$]*$/;
const member = z.strictObject({ name: z.string().regex(NAME).max(100), type: z.string().max(200) });
const shape = z.strictObject({
  types: z.record(
    z
      .string()
      .regex(/^[A-Za-z_]\w*$/)
      .max(100),
    z.array(member).max(MAX_MEMBERS),
  ),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()).default({}),
  message: z.record(z.string(), z.unknown()),
});

/**
 * Reads typed structured data as wallets take it (`eth_signTypedData_v4`): JSON with `types`, `primaryType`, `domain` and
 * `message`. Strict: whatever would not be signed, or could be read in two ways, is refused.
 * @param text the JSON
 * @throws AppError `JSON_INVALID`, `TYPED_DATA_INVALID`
 */
export function parseTypedData(text: string): TypedData {
  const parsed = shape.safeParse(parseStrictJson(text, 'typed data'));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw typedDataError(issue?.path.join('.') ?? '', `does not have its form (${issue?.message ?? ''})`);
  }
  const { primaryType, domain, message } = parsed.data;
  const types = {
    ...parsed.data.types,
    [DOMAIN_TYPE]: domainMembers(parsed.data.types[DOMAIN_TYPE], domain),
  };
  checkTypes(types);
  if (primaryType === DOMAIN_TYPE || !Object.hasOwn(types, primaryType)) {
    throw typedDataError('primaryType', 'is none of the types');
  }
  const reader = new ValueReader(types);
  return {
    domain: domainOf(reader, domain),
    types,
    primaryType,
    message: reader.struct(primaryType, message, ''),
  };
}

/** The members of the domain's type: as declared, which must be those that there are, or those that there are. */
function domainMembers(declared: readonly Member[] | undefined, domain: object): readonly Member[] {
  const present = DOMAIN_MEMBERS.filter(({ name }) => Object.hasOwn(domain, name));
  const stray = Object.keys(domain).find((name) => !DOMAIN_MEMBERS.some((each) => each.name === name));
  if (stray !== undefined) throw typedDataError(`domain.${stray}`, 'is no member of a domain');
  if (declared === undefined) return present;
  const odd = declared.find(
    ({ name, type }) => !DOMAIN_MEMBERS.some((each) => each.name === name && each.type === type),
  );
  if (odd !== undefined) throw typedDataError(`types.${DOMAIN_TYPE}.${odd.name}`, 'is no member of a domain');
  return declared;
}

/**
 * Reads struct types alone, as descriptors carry them.
 * @throws AppError `TYPED_DATA_INVALID`
 */
export function parseTypes(given: unknown): TypedData['types'] {
  const parsed = shape.shape.types.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw typedDataError(issue?.path.join('.') ?? '', `does not have its form (${issue?.message ?? ''})`);
  }
  checkTypes(parsed.data);
  return parsed.data;
}

function checkTypes(types: TypedData['types']): void {
  if (Object.keys(types).length > MAX_TYPES) throw typedDataError('types', `are more than ${MAX_TYPES}`);
  const written = Object.values(types).flat();
  if (written.reduce((sum, { name, type }) => sum + name.length + type.length, 0) > MAX_CHARACTERS)
    throw typedDataError('types', `have more than ${MAX_CHARACTERS} characters`);
  for (const [struct, members] of Object.entries(types)) {
    // A struct named like a plain type would be read as one or the other.
    if (isPlainType(struct) || LIKE_PLAIN.test(struct))
      throw typedDataError(`types.${struct}`, 'redefines a type');
    const names = new Set(members.map(({ name }) => name));
    if (names.size < members.length) throw typedDataError(`types.${struct}`, 'names a member twice');
    for (const { name, type } of members) {
      const base = baseTypeOf(type);
      if (isPlainType(base) || (Object.hasOwn(types, base) && base !== DOMAIN_TYPE)) continue;
      throw typedDataError(
        `types.${struct}.${name}`,
        `has a type that is not defined, ${JSON.stringify(base)}`,
      );
    }
  }
}

function domainOf(reader: ValueReader, given: object): Domain {
  const { members } = reader.struct(DOMAIN_TYPE, given, 'domain');
  const values = Object.fromEntries(
    members.map(({ name, value }) => [name, value.kind === 'atom' ? value.value : undefined]),
  );
  return values;
}
