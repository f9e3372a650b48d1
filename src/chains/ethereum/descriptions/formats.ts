import { formatTime, grouped } from '../../model/amounts.ts';
import type { Fact, SentencePart } from '../../model/decoded.ts';
import { theAddress, theAmount } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import type { ContractCall } from '../call.ts';
import { allowanceFact, assetFact, theAllowance, theTokenAmount, tokenFact } from '../token-amount.ts';
import { addressFact, valueFact, type Placed } from './facts.ts';

/** A value that a description names, and where it stands. */
export interface Found<T> extends Placed {
  readonly value: T;
}

/** What a format may know beside its value. */
export interface Surroundings {
  readonly call: ContractCall;
  /** The value at another path, such as the token of an amount. @throws Error where the path leads nowhere */
  readonly at: (path: string) => Found<unknown>;
}

/** How a value is written: as a fact, and in a sentence. */
export interface Format<T> {
  readonly fact: (label: string, found: Found<T>, around: Surroundings) => Fact;
  readonly words: (found: Found<T>, around: Surroundings) => SentencePart[];
  /** The moment from which on the call is not taken, in seconds since the epoch, where the value says one. */
  readonly deadline?: (value: T) => bigint;
}

/** A format that writes a value as text. @param words how it stands in a sentence, where that differs */
export const textOf = <T>(
  write: (value: T, call: ContractCall) => string,
  kind: Fact['kind'] = 'text',
  words: (value: T, call: ContractCall) => SentencePart[] = (value, call) => [theAmount(write(value, call))],
): Format<T> => ({
  fact: (label, found, { call }) => valueFact(label, found, write(found.value, call), kind),
  words: ({ value }, { call }) => words(value, call),
});

/** The same format with a note, which is faint small print. */
export const noted = <T>(format: Format<T>, note: (value: T) => string): Format<T> => ({
  ...format,
  fact: (label, found, around) => {
    const { ranges, ...fact } = format.fact(label, found, around);
    return { ...fact, note: note(found.value), ...(ranges === undefined ? {} : { ranges }) };
  },
});

export const address: Format<Hex> = {
  fact: (label, found) => addressFact(label, found),
  words: ({ value }) => [theAddress(value)],
};

/** A token by its address, with the name that the local list has for it. */
export const token: Format<Hex> = {
  fact: (label, { value, range }, { call }) =>
    assetFact(call, value, range === undefined ? undefined : [range], label),
  words: ({ value }) => [theAddress(value)],
};

/** A number as it is. */
export const number: Format<bigint | number> = textOf((value) => value.toString(), 'number');

/** Bytes as they are. */
export const hash: Format<Hex> = textOf((value) => value, 'hash');

/** A moment in seconds since the epoch. */
export const time: Format<bigint> = textOf((value) => formatTime(value), 'time');
/** A moment from which on the call is not taken. */
export const until: Format<bigint> = { ...time, deadline: (value) => value };

/** So much of the network's coin, with the number as it stands in the bytes. */
export const coins: Format<bigint> = textOf((value, call) => formatCoins(value, call.network.unit), 'amount');

/** A count of units that nothing is known of. */
export const units = (name: string): Format<bigint> =>
  textOf((value) => `${grouped(value)} ${name}`, 'amount');

const tokenAt = ({ at }: Surroundings, path: string): Hex => at(path).value as Hex;
const rangesOf = ({ range }: Placed): Fact['ranges'] => (range === undefined ? undefined : [range]);

/** So much of a token, whose address is at another path. */
export const amountOf = (path: string): Format<bigint> => ({
  fact: (label, found, around) =>
    tokenFact(around.call, label, tokenAt(around, path), found.value, rangesOf(found)),
  words: ({ value }, around) => [theTokenAmount(around.call, tokenAt(around, path), value)],
});

/** An allowance of a token, whose address is at another path. */
export const allowanceOf = (path: string): Format<bigint> => ({
  fact: (label, found, around) =>
    allowanceFact(around.call, label, tokenAt(around, path), found.value, rangesOf(found)),
  words: ({ value }, around) => theAllowance(around.call, tokenAt(around, path), value),
});
