import type { AbiParameter } from 'viem';

/**
 * Whether data has the one layout that an encoder gives it: every dynamic part right behind the one before, nothing
 * shared, nothing left over (Solidity's ABI specification, strict mode). Looked at before decoding, since pointers that
 * share a part make a small transaction decode into gigabytes.
 * @param data arguments without the selector
 */
export const hasStrictLayout = (parameters: readonly AbiParameter[], data: Uint8Array): boolean =>
  sizeOfTuple(parameters, data, 0) === data.length;

/** Bytes taken by values encoded one after the other at `base`; NaN where the layout is another. */
function sizeOfTuple(parameters: readonly AbiParameter[], data: Uint8Array, base: number): number {
  let head = base;
  let tail = parameters.reduce((size, parameter) => size + headSize(parameter), 0);
  for (const parameter of parameters) {
    if (isDynamic(parameter)) {
      if (readNumber(data, head) !== tail) return NaN;
      tail += sizeOfDynamic(parameter, data, base + tail);
      if (!(base + tail <= data.length)) return NaN;
    }
    head += headSize(parameter);
  }
  return tail;
}

function sizeOfDynamic(parameter: AbiParameter, data: Uint8Array, at: number): number {
  if (parameter.type === 'tuple') return sizeOfTuple(componentsOf(parameter), data, at);
  const list = listOf(parameter);
  if (list === null) return 32 + Math.ceil(readNumber(data, at) / 32) * 32;
  const { element, fixed } = list;
  const [length, start] = fixed === null ? [readNumber(data, at), at + 32] : [fixed, at];
  // Every element takes its head at least, so that a length that lies is found before anything is made of it.
  if (!(start + length * headSize(element) <= data.length)) return NaN;
  return start - at + sizeOfTuple(new Array<AbiParameter>(length).fill(element), data, start);
}

/** The element of a list's type, and how many there are where the type says so; null for what is no list. */
function listOf(
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

const componentsOf = (parameter: AbiParameter): readonly AbiParameter[] =>
  'components' in parameter ? parameter.components : [];

function isDynamic(parameter: AbiParameter): boolean {
  const { type } = parameter;
  if (type === 'tuple') return componentsOf(parameter).some(isDynamic);
  const list = listOf(parameter);
  return list === null
    ? type === 'bytes' || type === 'string'
    : list.fixed === null || isDynamic(list.element);
}

function headSize(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return 32;
  if (parameter.type === 'tuple') {
    return componentsOf(parameter).reduce((size, component) => size + headSize(component), 0);
  }
  const list = listOf(parameter);
  return list === null ? 32 : (list.fixed ?? 0) * headSize(list.element);
}

/** A word as a number; NaN when it is cut off or larger than any transaction. */
function readNumber(data: Uint8Array, at: number): number {
  if (!(at + 32 <= data.length)) return NaN;
  const word = data.subarray(at, at + 32);
  if (word.subarray(0, 28).some((byte) => byte !== 0)) return NaN;
  return word.subarray(28).reduce((value, byte) => value * 256 + byte, 0);
}
