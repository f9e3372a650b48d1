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
  const { type } = parameter;
  if (type === 'tuple') return sizeOfTuple(componentsOf(parameter), data, at);
  const length = readNumber(data, at);
  if (!type.endsWith('[]')) return 32 + Math.ceil(length / 32) * 32;
  const element = { ...parameter, type: type.slice(0, -2) };
  // Every element takes its head at least, so that a length that lies is found before anything is made of it.
  if (!(at + 32 + length * headSize(element) <= data.length)) return NaN;
  return 32 + sizeOfTuple(new Array<AbiParameter>(length).fill(element), data, at + 32);
}

const componentsOf = (parameter: AbiParameter): readonly AbiParameter[] =>
  'components' in parameter ? parameter.components : [];

const isDynamic = (parameter: AbiParameter): boolean =>
  parameter.type.endsWith('[]') ||
  parameter.type === 'bytes' ||
  parameter.type === 'string' ||
  (parameter.type === 'tuple' && componentsOf(parameter).some(isDynamic));

const headSize = (parameter: AbiParameter): number =>
  parameter.type === 'tuple' && !isDynamic(parameter)
    ? componentsOf(parameter).reduce((size, component) => size + headSize(component), 0)
    : 32;

/** A word as a number; NaN when it is cut off or larger than any transaction. */
function readNumber(data: Uint8Array, at: number): number {
  if (!(at + 32 <= data.length)) return NaN;
  const word = data.subarray(at, at + 32);
  if (word.subarray(0, 28).some((byte) => byte !== 0)) return NaN;
  return word.subarray(28).reduce((value, byte) => value * 256 + byte, 0);
}
