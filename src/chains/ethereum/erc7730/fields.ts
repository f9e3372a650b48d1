import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { parseAddress, type Hex } from '../model/address.ts';
import type { StructValue, TypedValue } from '../typed-data/typed-data.ts';
import { mergedParams } from './includes.ts';
import { isAddress, isNumber, numberIn, parsePath, typesAt, type Path } from './paths.ts';
import { descriptorError, path, schemaError, text, type DescriptorEntry } from './schema.ts';

const scalar = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const values = z.array(scalar).min(1).max(64);
const visible = z.union([
  z.enum(['always', 'optional', 'never']),
  z.strictObject({ ifNotIn: values }),
  // The schema and the EIP's text name it differently.
  z.strictObject({ mustBe: values }),
  z.strictObject({ mustMatch: values }).transform(({ mustMatch }) => ({ mustBe: mustMatch })),
]);
const addresses = z.union([path, z.array(path).max(16)]);

const shared = {
  $id: text.optional(),
  path: path.optional(),
  /** Words of the descriptor's own in the place of a value; a constant of its, or written out. */
  value: scalar.optional(),
  label: text.optional(),
  visible: visible.default('always'),
  separator: text.optional(),
};

/** One value that is shown: where it stands, what it is called, and how it is written. */
const fieldSchema = z
  .discriminatedUnion('format', [
    z.strictObject({ ...shared, format: z.literal(['raw', 'amount', 'duration', 'chainId', 'tokenTicker']) }),
    z.strictObject({
      ...shared,
      format: z.literal('tokenAmount'),
      params: z.strictObject({
        tokenPath: path.optional(),
        token: path.optional(),
        nativeCurrencyAddress: addresses.optional(),
        threshold: z.union([path, z.int().min(0)]).optional(),
        message: text.optional(),
      }),
    }),
    z.strictObject({
      ...shared,
      format: z.literal('addressName'),
      // Where a name could be looked up, and whom it stands for: the address itself is shown.
      params: z
        .strictObject({
          types: z.array(text).optional(),
          sources: z.array(text).optional(),
          senderAddress: addresses.optional(),
        })
        .optional(),
    }),
    z.strictObject({
      ...shared,
      format: z.literal('nftName'),
      params: z.strictObject({ collectionPath: path.optional(), collection: path.optional() }),
    }),
    z.strictObject({
      ...shared,
      format: z.literal('date'),
      params: z.strictObject({ encoding: z.literal('timestamp') }),
    }),
    z.strictObject({ ...shared, format: z.literal('enum'), params: z.strictObject({ $ref: path }) }),
    z.strictObject({
      ...shared,
      format: z.literal('unit'),
      // Every digit is written, so that no prefix (k, M) is wanted.
      params: z.strictObject({
        base: text,
        decimals: z.int().min(0).max(77).optional(),
        prefix: z.boolean().optional(),
      }),
    }),
    z.strictObject({
      ...shared,
      format: z.literal('calldata'),
      params: z.strictObject({
        calleePath: path.optional(),
        callee: path.optional(),
        amountPath: path.optional(),
        // Whoever is called makes the call. Another sender would pass for the operator.
        spenderPath: z.literal('@.to').optional(),
      }),
    }),
  ])
  .refine((field) => (field.path === undefined) !== (field.value === undefined), 'needs a path or a value')
  .refine(
    ({ value, format }) => value === undefined || format === 'raw',
    'has a value in a format that wants a path',
  );

type Written = z.output<typeof fieldSchema>;
/** A field with its whole path, of which `group` is the part that paths in its parameters go on from. */
export type Field = Written & { readonly path: string; readonly label: string; readonly group: string };

/** What fields refer to. */
export interface Metadata {
  readonly constants: Readonly<Record<string, unknown>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What stands around the fields of a format. */
interface Surroundings extends Metadata {
  readonly file: string;
  /** The place of the format, for errors. */
  readonly where: string;
  readonly definitions: Readonly<Record<string, DescriptorEntry>>;
  /** A value of the form that the data will have. */
  readonly sample: StructValue;
}

const MAX_GROUPS = 8;

/**
 * The fields of a format one after the other: groups taken apart, references followed, and each checked, so that its paths
 * lead to values of the right type and its references are there.
 * @throws AppError `DESCRIPTOR_INVALID`
 */
export function fieldsOf(
  around: Surroundings,
  entries: readonly DescriptorEntry[],
  group: { readonly path: string; readonly label?: string; readonly depth: number } = { path: '', depth: 0 },
): Field[] {
  const { file, where } = around;
  return entries.flatMap((entry, index) => {
    const at = `${where}.fields.${index}`;
    const { fields: inner, $ref, ...own } = entry;
    const prefixed = typeof own['path'] === 'string' ? inGroup(group.path, own['path']) : own['path'];
    if (inner !== undefined) return fieldsOf(around, ...groupOf([file, at], entry, prefixed, group));
    const base = defined(around, at, $ref);
    const parsed = fieldSchema.safeParse({
      format: 'raw',
      ...base,
      ...own,
      ...(prefixed === undefined ? {} : { path: prefixed }),
      ...mergedParams(base['params'], own['params']),
    });
    if (!parsed.success) throw schemaError(file, parsed.error, at, 'is not read');
    const { label = parsed.data.path ?? 'Value', ...rest } = parsed.data;
    const whole = rest.path ?? '';
    const field: Field = {
      ...rest,
      path: whole,
      label: group.label === undefined ? label : `${group.label}: ${label}`,
      group: group.path,
    };
    checkField(around, field);
    return [field];
  });
}

const inGroup = (group: string, own: string): string =>
  group === '' || own.startsWith('#.') || own.startsWith('@.') ? own : `${group}.${own}`;

const groupSchema = z.strictObject({
  $id: text.optional(),
  path: path.optional(),
  label: text.optional(),
  // Every item is shown in either order.
  iteration: z.enum(['sequential', 'bundled']).optional(),
  fields: z.array(z.record(z.string(), z.unknown())).max(64),
});

function groupOf(
  [file, at]: readonly [file: string, at: string],
  entry: DescriptorEntry,
  prefixed: unknown,
  outer: { readonly path: string; readonly label?: string; readonly depth: number },
) {
  const parsed = groupSchema.safeParse(entry);
  if (!parsed.success || outer.depth >= MAX_GROUPS) throw descriptorError(file, at, 'is no group of fields');
  const label = [outer.label, parsed.data.label].filter((each) => each !== undefined).join(': ');
  const path = typeof prefixed === 'string' ? prefixed : outer.path;
  return [parsed.data.fields, { path, ...(label === '' ? {} : { label }), depth: outer.depth + 1 }] as const;
}

function defined({ file, definitions }: Surroundings, at: string, ref: unknown): DescriptorEntry {
  if (ref === undefined) return {};
  const [, name = ''] = /^\$\.display\.definitions\.([\w$]+)$/.exec(typeof ref === 'string' ? ref : '') ?? [];
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (found === undefined)
    throw descriptorError(file, `${at}.$ref`, 'refers to a definition that is not there');
  return found;
}

/** The path of a field, or one in its parameters. @returns null for what is no path */
export const fieldPath = ({ group }: Field, text: string): Path | null => parsePath(text, group);

const isBytes = (type: string): boolean => type === 'bytes';

function checkField(around: Surroundings, field: Field): void {
  const refuse = (why: string) =>
    descriptorError(around.file, `${around.where}, the field “${field.label}”,`, why);
  const wants = (text: string, what: string, holds: (type: string) => boolean, group = field.group): void => {
    const at = parsePath(text, group);
    const types = at === null ? [] : typesAt(at, around.sample);
    if (types.length === 0) throw refuse(`references a missing field, ${text}`);
    if (!types.every(holds)) throw refuse(`has a path that does not lead to ${what}, ${text}`);
  };
  const own = (what: string, holds: (type: string) => boolean): void => wants(field.path, what, holds, '');
  const wantsAddress = (text: string): void => {
    if (addressValue(around, text) === null) throw refuse(`has an address that is none, ${text}`);
  };
  const wantsOne = (at: string | undefined, address: string | undefined): void => {
    if ((at === undefined) === (address === undefined)) throw refuse('needs an address or a path to one');
    if (at !== undefined) wants(at, 'an address', isAddress);
    if (address !== undefined) wantsAddress(address);
  };
  if (field.value !== undefined) {
    if (itemWords(around, field.value) === undefined) throw refuse('refers to a constant that is not there');
    return;
  }
  switch (field.format) {
    case 'raw':
      own('a value', () => true);
      return;
    case 'amount':
    case 'date':
    case 'duration':
    case 'unit':
    case 'chainId':
      own('a number', isNumber);
      return;
    case 'enum':
      if (enumOf(around, field.params.$ref) === undefined) {
        throw refuse(`refers to an enum that is not there, ${field.params.$ref}`);
      }
      own('a number', isNumber);
      return;
    case 'addressName':
    case 'tokenTicker':
      own('an address', isAddress);
      return;
    case 'nftName':
      own('a number', isNumber);
      wantsOne(field.params.collectionPath, field.params.collection);
      return;
    case 'tokenAmount': {
      const { tokenPath, token, nativeCurrencyAddress = [], threshold } = field.params;
      own('a number', isNumber);
      wantsOne(tokenPath, token);
      [nativeCurrencyAddress].flat().forEach(wantsAddress);
      if (threshold !== undefined && numberOf(around, threshold) === null) {
        throw refuse(`has a threshold that is no number, ${threshold}`);
      }
      return;
    }
    case 'calldata': {
      const { calleePath, callee, amountPath } = field.params;
      own('bytes', isBytes);
      wantsOne(calleePath, callee);
      if (amountPath !== undefined) wants(amountPath, 'a number', isNumber);
    }
  }
}

/** The text itself, or the constant that `$.metadata.constants.NAME` names; undefined where there is none. */
export function itemWords({ constants }: Metadata, given: unknown): string | undefined {
  const text = String(given);
  if (!text.startsWith('$.')) return text;
  const [, name = ''] = /^\$\.metadata\.constants\.([\w$]+)$/.exec(text) ?? [];
  return Object.hasOwn(constants, name) ? String(constants[name]) : undefined;
}

/** An address, written out or as a constant; null for what is none. */
export function addressValue(metadata: Metadata, text: string): Hex | null {
  try {
    return parseAddress(itemWords(metadata, text) ?? '');
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A number, written out or as a constant; null for what is none. */
export function numberOf(metadata: Metadata, given: unknown): bigint | null {
  const written = itemWords(metadata, given) ?? '';
  return /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(written) ? BigInt(written) : null;
}

/** The words of the enum that `$.metadata.enums.NAME` names, by the numbers that they stand for. */
export function enumOf({ enums }: Metadata, text: string): Readonly<Record<string, string>> | undefined {
  const [, name = ''] = /^\$\.metadata\.enums\.([\w$]+)$/.exec(text) ?? [];
  return Object.hasOwn(enums, name) ? enums[name] : undefined;
}

/** Whether a value is one of a list that a descriptor gives: numbers by what they are, text and hex in either case. */
export function isOneOf(metadata: Metadata, value: TypedValue, list: readonly unknown[]): boolean {
  if (value.kind !== 'atom') return false;
  const number = numberIn(value);
  return list.some((each) => {
    const known = itemWords(metadata, each)?.toLowerCase();
    return (
      known === String(value.value).toLowerCase() || (number !== null && numberOf(metadata, each) === number)
    );
  });
}
