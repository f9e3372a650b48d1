import type { AbiFunction, AbiParameter } from 'viem';
import { toFunctionSelector, toFunctionSignature } from 'viem/utils';
import { z } from 'zod';
import type { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import type { Hex } from '../model/address.ts';
import { ethereumError } from '../model/errors.ts';
import { isPlainType } from '../typed-data/parse.ts';

/** The longest ABI that is read, in characters. */
export const MAX_ABI_LENGTH = 1 << 20;
const MAX_FUNCTIONS = 1000;
const MAX_PARAMETERS = 64;
const MAX_DEPTH = 8;
/** The longest list whose length is part of its type. */
const MAX_FIXED = 256;

const name = z
  .string()
  .regex(/^[A-Za-z_$][\w$]*$/)
  .max(100);
interface Parameter {
  readonly name?: string | undefined;
  readonly type: string;
  readonly components?: readonly Parameter[] | undefined;
}
const parameter: z.ZodType<Parameter> = z.object({
  name: z.union([name, z.literal('')]).optional(),
  type: z.string().max(100),
  get components() {
    return z.array(parameter).max(MAX_PARAMETERS).optional();
  },
});
const entry = z.object({ type: z.string().default('function') });
const functionEntry = z.object({ name, inputs: z.array(parameter).max(MAX_PARAMETERS).default([]) });
const entries = z.array(z.looseObject(entry.shape));

/** A function of a contract, with what its calls begin with. */
export interface KnownFunction {
  readonly selector: Hex;
  /** Name and types, as the selector is made of them. */
  readonly signature: string;
  readonly name: string;
  /** Each has a name; those without one have got their number. */
  readonly inputs: readonly AbiParameter[];
}

/** Makes the error for an ABI that breaks a rule. `where` is the path in the JSON. */
const abiError = (where: string, why: string): AppError =>
  ethereumError('ABI_INVALID.abi', { where: where === '' ? 'it' : where, why });

/**
 * Reads the functions of a contract's ABI (Solidity's JSON form), alone or as `abi` of a compiler's artifact. All of it is
 * refused when one part is wrong.
 * @throws AppError `JSON_INVALID`, `ABI_INVALID`
 */
export function parseAbi(text: string): KnownFunction[] {
  if (text.length > MAX_ABI_LENGTH) throw abiError('', `has more than ${MAX_ABI_LENGTH} characters`);
  const json = parseStrictJson(text, 'ABI');
  const list = typeof json === 'object' && json !== null && 'abi' in json ? json.abi : json;
  return functionsOf(list);
}

/** As {@link parseAbi}, of JSON that was read already. @throws AppError `ABI_INVALID` */
export function functionsOf(list: unknown): KnownFunction[] {
  const all = parse(entries, list, []);
  const count = all.filter(({ type }) => type === 'function').length;
  if (count === 0) throw abiError('', 'has no functions');
  // Before they are read: each is hashed.
  if (count > MAX_FUNCTIONS) throw abiError('', `has more than ${MAX_FUNCTIONS} functions`);
  const functions = all.flatMap((each, index) =>
    each.type === 'function' ? [functionOf(parse(functionEntry, each, [String(index)]), `[${index}]`)] : [],
  );
  const selectors = new Set(functions.map(({ selector }) => selector));
  // Two functions of one selector: nobody could say which of them is called.
  if (selectors.size < functions.length) throw abiError('', 'has two functions whose calls begin alike');
  return functions;
}

function functionOf(given: z.output<typeof functionEntry>, where: string): KnownFunction {
  const inputs = given.inputs.map((each, index) => named(each, index, `${where}.inputs[${index}]`, 0));
  requireOwnNames(inputs, where);
  const item = {
    type: 'function',
    name: given.name,
    inputs,
    outputs: [],
    stateMutability: 'payable',
  } as const;
  return {
    selector: toFunctionSelector(item),
    signature: toFunctionSignature(item satisfies AbiFunction),
    name: given.name,
    inputs,
  };
}

/** A parameter that was checked, with a name in any case. */
function named(given: Parameter, index: number, where: string, depth: number): AbiParameter {
  if (depth > MAX_DEPTH) throw abiError(where, `lies more than ${MAX_DEPTH} deep`);
  const base = given.type.replace(/(?:\[\d*\])*$/, '');
  const lengths = [...given.type.slice(base.length).matchAll(/\[(\d+)\]/g)].map(([, length]) =>
    Number(length),
  );
  if (lengths.some((length) => length < 1 || length > MAX_FIXED)) {
    throw abiError(where, `has a list of another length than 1 to ${MAX_FIXED}`);
  }
  const own = given.name === undefined || given.name === '' ? String(index) : given.name;
  if (base !== 'tuple') {
    if (!isPlainType(base))
      throw abiError(where, `has a type that is not read, ${JSON.stringify(given.type)}`);
    return { name: own, type: given.type };
  }
  const components = (given.components ?? []).map((each, number) =>
    named(each, number, `${where}.components[${number}]`, depth + 1),
  );
  if (components.length === 0) throw abiError(where, 'has no components');
  requireOwnNames(components, where);
  return { name: own, type: given.type, components };
}

function requireOwnNames(parameters: readonly AbiParameter[], where: string): void {
  const names = new Set(parameters.map((each) => each.name));
  if (names.size < parameters.length) throw abiError(where, 'names two parameters alike');
}

function parse<S extends z.ZodType>(schema: S, value: unknown, path: readonly string[]): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = [...path, ...(issue?.path.map(String) ?? [])].join('.');
  throw abiError(where, `does not have its form (${issue?.message ?? ''})`);
}
