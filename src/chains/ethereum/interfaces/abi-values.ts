import type { AbiParameter } from 'viem';
import type { Located, LocatedList, LocatedStruct, LocatedValue } from '../abi/located.ts';
import { componentsOf, listOf } from '../abi/types.ts';
import type { StructValue, TypedValue } from '../typed-data/typed-data.ts';

/**
 * Decoded arguments with their types.
 * @param parameters each with a name
 * @param values as they were decoded; single values keep their places
 */
export const typedArguments = (
  type: string,
  parameters: readonly AbiParameter[],
  values: LocatedStruct,
): StructValue => ({
  kind: 'struct',
  type,
  members: parameters.flatMap((parameter, index) => {
    const name = parameter.name ?? String(index);
    const value = values[name];
    return value === undefined ? [] : [{ name, value: typedValue(parameter, value) }];
  }),
});

function typedValue(parameter: AbiParameter, found: LocatedValue): TypedValue {
  const list = listOf(parameter);
  if (list !== null) {
    const { items } = found as LocatedList<LocatedValue>;
    return {
      kind: 'list',
      type: parameter.type,
      items: items.map((item) => typedValue(list.element, item)),
    };
  }
  if (parameter.type === 'tuple') {
    return typedArguments(parameter.type, componentsOf(parameter), found as LocatedStruct);
  }
  const { value, range } = found as Located<bigint | number | boolean | string>;
  return {
    kind: 'atom',
    type: parameter.type,
    value: typeof value === 'number' ? BigInt(value) : value,
    range,
  };
}
