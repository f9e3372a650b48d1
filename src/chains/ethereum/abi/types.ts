import type { AbiParameter } from 'viem';

/** The element of a list's type, and how many there are where the type says so; null for what is no list. */
export function listOf(
  parameter: AbiParameter,
): { readonly element: AbiParameter; readonly fixed: number | null } | null {
  const { type } = parameter;
  if (!type.endsWith(']')) return null;
  const bracket = type.lastIndexOf('[');
  const length = type.slice(bracket + 1, -1);
  return {
    element: { ...parameter, type: type.slice(0, bracket) },
    fixed: length === '' ? null : Number(length),
  };
}

/** The members of a tuple's type. */
export const componentsOf = (parameter: AbiParameter): readonly AbiParameter[] =>
  'components' in parameter ? parameter.components : [];

/** Whether a value stands behind a pointer. */
export function isDynamic(parameter: AbiParameter): boolean {
  const { type } = parameter;
  if (type === 'tuple') return componentsOf(parameter).some(isDynamic);
  const list = listOf(parameter);
  return list === null
    ? type === 'bytes' || type === 'string'
    : list.fixed === null || isDynamic(list.element);
}

/** The bytes that a value takes where it is written, of which a pointer takes one word. */
export function headSize(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return 32;
  if (parameter.type === 'tuple') {
    return componentsOf(parameter).reduce((size, component) => size + headSize(component), 0);
  }
  const list = listOf(parameter);
  return list === null ? 32 : (list.fixed ?? 0) * headSize(list.element);
}
