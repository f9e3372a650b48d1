import type { AbiFunction, AbiParameter, AbiParameterToPrimitiveType, ParseAbiItem } from 'viem';
import type { ByteRange } from '../../model/decoded.ts';
import type { Hex } from '../address.ts';

/** A value and the bytes that it came from: an address without its padding, any other word whole, `bytes` and text alone. */
export interface Located<T> {
  readonly value: T;
  readonly range: ByteRange;
}

/** A list and all of its bytes, the length among them. */
export interface LocatedList<T> {
  readonly items: readonly T[];
  readonly range: ByteRange;
}

/** Arguments, or the members of a tuple, by their names. */
export interface LocatedStruct {
  readonly [name: string]: LocatedValue;
}
export type LocatedValue =
  Located<bigint | number | boolean | string> | LocatedList<LocatedValue> | LocatedStruct;

type LocatedParameter<P extends AbiParameter> = P extends {
  readonly type: `${infer Element}[${string}]`;
}
  ? LocatedList<LocatedParameter<Omit<P, 'type'> & { readonly type: Element }>>
  : P extends { readonly type: 'tuple'; readonly components: infer C extends readonly AbiParameter[] }
    ? LocatedMembers<C>
    : Located<AbiParameterToPrimitiveType<P>>;

type LocatedMembers<C extends readonly AbiParameter[]> = {
  readonly [P in C[number] as P['name'] & string]: LocatedParameter<P>;
};

/** The located arguments of a function that is written in Solidity's form, such as `function burn(uint256 amount)`. */
export type LocatedArguments<S extends string> =
  ParseAbiItem<S> extends infer F extends AbiFunction ? LocatedMembers<F['inputs']> : never;

/** The whole word that a value without its padding ends. */
export const wordOf = ({ range: [, end] }: Located<Hex>): ByteRange => [end - 32, end];

/** A value that was made of another, and stands where that does. */
export const located = <T>({ range }: { readonly range: ByteRange }, value: T): Located<T> => ({
  value,
  range,
});

/** A part of `bytes`, from one byte to before another. */
export const sliceOf = (
  { value, range: [start] }: Located<Hex>,
  from: number,
  to = bytesIn(value),
): Located<Hex> => ({
  value: `0x${value.slice(2 + 2 * from, 2 + 2 * to)}`,
  range: [start + from, start + to],
});

/** How many bytes hex text with its prefix stands for. */
export const bytesIn = (hex: Hex): number => (hex.length - 2) / 2;
