import { z } from 'zod';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { isPlainType, typedDataError, ValueReader } from './parse-value.ts';
import { baseTypeOf, DOMAIN_MEMBERS, DOMAIN_TYPE } from './typed-data.ts';
import type { Domain, Member, TypedData } from './typed-data.ts';

/** More than any published type has. */
const MAX_TYPES = 64;
const MAX_MEMBERS = 128;

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
  for (const [struct, members] of Object.entries(types)) {
    // A struct named like a plain type would be read as one or the other.
    if (isPlainType(struct)) throw typedDataError(`types.${struct}`, 'redefines a type');
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
