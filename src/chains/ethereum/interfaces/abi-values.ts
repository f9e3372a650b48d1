import type { AbiParameter } from 'viem';
import { toChecksumAddress } from '../address.ts';
import type { StructValue, TypedValue } from '../typed-data/typed-data.ts';

/**
 * Decoded arguments with their types.
 * @param parameters each with a name
 * @param values as the ABI decoder gives them: numbers up to 48 bits as number, structs by the names of their members
 */
export const typedArguments = (
  type: string,
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): StructValue => ({
  kind: 'struct',
  type,
  members: parameters.map((parameter, index) => ({
    name: parameter.name ?? String(index),
    value: typedValue(parameter, values[index]),
  })),
});

function typedValue(parameter: AbiParameter, value: unknown): TypedValue {
  const [, element] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? [];
  if (element !== undefined) {
    const items = (value as readonly unknown[]).map((item) =>
      typedValue({ ...parameter, type: element }, item),
    );
    return { kind: 'list', type: parameter.type, items };
  }
  if ('components' in parameter) {
    const members = value as Readonly<Record<string, unknown>>;
    const values = parameter.components.map(({ name }) => members[name ?? '']);
    return typedArguments(parameter.type, parameter.components, values);
  }
  return { kind: 'atom', type: parameter.type, value: atom(parameter.type, value) };
}

function atom(type: string, value: unknown): bigint | boolean | string {
  if (typeof value === 'number') return BigInt(value);
  if (type === 'address') return toChecksumAddress(value as string);
  return value as bigint | boolean | string;
}
