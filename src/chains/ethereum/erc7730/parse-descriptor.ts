import type { AbiFunction, AbiParameter } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import type { Hex } from '../model/address.ts';
import { ethereumError } from '../model/errors.ts';
import { functionsOf, type KnownFunction } from '../interfaces/parse-abi.ts';
import { parseTypes } from '../typed-data/parse.ts';
import { encodeType, type TypedData } from '../typed-data/typed-data.ts';
import { fieldsOf, type Field, type Metadata } from './fields.ts';
import { includedName, withIncluded, type FindIncluded } from './includes.ts';
import { sampleArguments, sampleMessage } from './paths.ts';
import {
  descriptorError,
  descriptorSchema,
  schemaError,
  type Deployment,
  type RawDescriptor,
} from './schema.ts';

/** The longest descriptor that is read, in bytes. */
export const MAX_DESCRIPTOR_BYTES = 1 << 18;

/** What a descriptor says of a call or of a message. */
export interface Display {
  /** What it is for, in the words of the descriptor. */
  readonly intent: string;
  /** The same with values in it, by the paths of their fields. */
  readonly sentence?: string | undefined;
  readonly fields: readonly Field[];
}

export interface DescribedFunction extends Display {
  readonly selector: Hex;
  readonly signature: string;
  readonly inputs: readonly AbiParameter[];
}

export interface DescribedMessage extends Display {
  /** The type as EIP-712 encodes it. */
  readonly type: string;
}

/** A descriptor (ERC-7730) that was checked whole: every field leads somewhere, every reference is there. */
export interface Descriptor extends Metadata {
  readonly file: string;
  readonly contracts: readonly Deployment[];
  readonly functions: readonly DescribedFunction[];
  readonly verifyingContracts: readonly Deployment[];
  /** What the domain of messages must say, where it is told. */
  readonly domain: NonNullable<NonNullable<RawDescriptor['context']['eip712']>['domain']>;
  readonly messages: readonly DescribedMessage[];
}

/** A folder's files, read: the descriptors among them, and why the others are none. */
interface ReadFiles {
  readonly descriptors: Descriptor[];
  readonly refused: { readonly file: string; readonly error: AppError }[];
}

/**
 * Reads the descriptors of one folder. A file that another includes is there for that one: it needs no contract of its own.
 * @param texts the files by their names
 */
export function parseDescriptors(texts: ReadonlyMap<string, string>): ReadFiles {
  const contents = new Map<string, unknown>();
  const refused: { file: string; error: AppError }[] = [];
  const attempt = (file: string, read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ file, error });
    }
  };
  for (const [file, text] of texts) attempt(file, () => contents.set(file, jsonOf(file, text)));
  const included = new Set([...contents.values()].map(includedName));
  const descriptors: Descriptor[] = [];
  for (const [file, content] of contents) {
    if (included.has(file) && !isBound(content)) continue;
    attempt(file, () => descriptors.push(descriptorOf(file, content, (name) => contents.get(name))));
  }
  return { descriptors, refused };
}

/**
 * Reads a descriptor of ERC-7730, version 1 or 2, as far as docs/clear-signing.md says. It is refused whole for a member that
 * is not read, a path that leads nowhere, a reference that is not there, or a format that does not fit the value.
 * @param file its name, for errors and for the operator
 * @param find finds what it includes; without it nothing is beside it
 * @throws AppError `JSON_INVALID`, `DESCRIPTOR_INVALID`, naming the file and the place
 */
export const parseDescriptor = (
  file: string,
  text: string,
  find: FindIncluded = () => undefined,
): Descriptor => descriptorOf(file, jsonOf(file, text), find);

const jsonOf = (file: string, text: string): unknown => parseStrictJson(text, `descriptor ${file}`);

/** Whether a file says itself what it is for. */
const isBound = (content: unknown): boolean => JSON.stringify(content).includes('"deployments":');

function descriptorOf(file: string, content: unknown, find: FindIncluded): Descriptor {
  const parsed = descriptorSchema.safeParse(withIncluded(file, content, find));
  if (!parsed.success) throw schemaError(file, parsed.error, '', 'does not have its form');
  const { context, metadata } = parsed.data;
  const { contract, eip712 } = context;
  if ((contract === undefined) === (eip712 === undefined)) {
    throw descriptorError(file, 'context', 'has to be a contract or eip712, and one of them');
  }
  const shared = { file, constants: metadata.constants ?? {}, enums: metadata.enums ?? {} };
  return {
    ...shared,
    contracts: deploymentsOf(contract),
    functions: contract === undefined ? [] : describedFunctions(shared, parsed.data),
    verifyingContracts: deploymentsOf(eip712),
    domain: eip712?.domain ?? {},
    messages: eip712 === undefined ? [] : describedMessages(shared, parsed.data),
  };
}

type Shared = Pick<Descriptor, 'file' | 'constants' | 'enums'>;

function describedFunctions(shared: Shared, raw: RawDescriptor): DescribedFunction[] {
  const { file } = shared;
  const abi = raw.context.contract?.abi;
  const known = abi === undefined ? [] : within(file, 'context.contract.abi', () => functionsOf(abi));
  const functions = Object.entries(raw.display.formats).map(([key, format]) => {
    const where = `display.formats.${key}`;
    const { selector, signature, inputs } = functionOf(file, key, known);
    return { selector, signature, inputs, ...displayOf(shared, raw, where, format, sampleArguments(inputs)) };
  });
  requireOne(
    file,
    functions.map(({ selector }) => selector),
  );
  return functions;
}

function describedMessages(shared: Shared, raw: RawDescriptor): DescribedMessage[] {
  const { file } = shared;
  const messages = Object.entries(raw.display.formats).map(([key, format]) => {
    const where = `display.formats.${key}`;
    const [types, primaryType] = messageOf(file, key, raw.context.eip712?.schemas ?? []);
    const sample = sampleMessage(types, primaryType);
    return { type: encodeType(types, primaryType), ...displayOf(shared, raw, where, format, sample) };
  });
  requireOne(
    file,
    messages.map(({ type }) => type),
  );
  return messages;
}

const displayOf = (
  shared: Shared,
  { display }: RawDescriptor,
  where: string,
  { intent, interpolatedIntent, fields }: RawDescriptor['display']['formats'][string],
  sample: ReturnType<typeof sampleMessage>,
): Display => ({
  intent,
  ...(interpolatedIntent === undefined ? {} : { sentence: interpolatedIntent }),
  fields: fieldsOf({ ...shared, where, definitions: display.definitions ?? {}, sample }, fields),
});

/** Two formats of one call: nobody could say which of them is meant. */
function requireOne(file: string, keys: readonly string[]): void {
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice !== undefined) throw descriptorError(file, 'display.formats', `describe ${twice} twice`);
}

const deploymentsOf = (
  context: Pick<NonNullable<RawDescriptor['context']['contract']>, 'deployments'> | undefined,
): Deployment[] =>
  (context?.deployments ?? []).map(({ chainId, address }) => ({ chainId: BigInt(chainId), address }));

/**
 * The types of the message that a format's key names: by its primary type, or as EIP-712 encodes them.
 * @throws AppError `DESCRIPTOR_INVALID`
 */
function messageOf(
  file: string,
  key: string,
  schemas: readonly { readonly primaryType: string; readonly types: unknown }[],
): readonly [TypedData['types'], primaryType: string] {
  const index = schemas.findIndex((each) => each.primaryType === key);
  const where = index < 0 ? `display.formats.${key}` : `context.eip712.schemas.${index}.types`;
  const written = index < 0 ? encodedTypes(key) : schemas[index]?.types;
  const types = within(file, where, () => parseTypes(written));
  const primaryType = index < 0 ? key.slice(0, key.indexOf('(')).trim() : key;
  if (Object.hasOwn(types, primaryType)) return [types, primaryType];
  throw descriptorError(file, where, `does not define ${primaryType === '' ? key : primaryType}`);
}

/** Struct types out of `Mail(Person to,string text)Person(string name)`; nothing where it is none of the sort. */
function encodedTypes(key: string): unknown {
  const structs = key.split(/(?<=\))/).map((struct) => /^\s*(\w+)\s*\(([^()]*)\)\s*$/.exec(struct));
  if (structs.some((struct) => struct === null)) return {};
  return Object.fromEntries(
    structs.map((struct) => [
      struct?.[1] ?? '',
      (struct?.[2] ?? '')
        .split(',')
        .filter((member) => member.trim() !== '')
        .map((member) => {
          const [type, name] = member.trim().split(/\s+/);
          return { type, name };
        }),
    ]),
  );
}

/**
 * The function that a format's key names: by its selector, by its types, or written out with the names of its parameters.
 * @throws AppError `DESCRIPTOR_INVALID`
 */
function functionOf(file: string, key: string, known: readonly KnownFunction[]): KnownFunction {
  const listed = known.find(({ selector, signature }) => key.toLowerCase() === selector || key === signature);
  if (listed !== undefined) return listed;
  const where = `display.formats.${key}`;
  return within(file, where, () => {
    const item = abiItem(key) as AbiFunction;
    const [written] = functionsOf([{ type: 'function', name: item.name, inputs: item.inputs }]);
    if (written === undefined) throw descriptorError(file, where, 'is no function');
    const isNamed = (each: AbiParameter): boolean => !/^\d*$/.test(each.name ?? '');
    if (!written.inputs.every(isNamed))
      throw descriptorError(file, where, 'needs the names of its parameters, or an abi');
    return { ...written, selector: toFunctionSelector(item) };
  });
}

function abiItem(key: string): unknown {
  try {
    return parseAbiItem(`function ${key}`);
  } catch (cause) {
    // The library throws errors of many kinds at text that is no function.
    throw ethereumError('ABI_INVALID.noFunction', { cause });
  }
}

/** Runs a reader of a part, whose errors are those of the descriptor. */
function within<T>(file: string, where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'DESCRIPTOR_INVALID') throw error;
    throw descriptorError(file, where, `is not read: ${error.message}`);
  }
}
