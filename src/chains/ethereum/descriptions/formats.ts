import { formatTime, grouped } from '../../model/amounts.ts';
import type { ByteRange, Fact, SentencePart } from '../../model/decoded.ts';
import { theAddress, theAmount } from '../../model/sentence.ts';
import type { Located } from '../abi/located.ts';
import type { Hex } from '../model/address.ts';
import type { ContractCall, DecodedCall } from '../model/call.ts';
import { formatCoins } from '../model/networks.ts';
import { allowanceFact, assetFact, theAllowance, theTokenAmount, tokenFact } from '../model/token-amount.ts';

/** What stands somewhere in the bytes; what is said of the call as a whole stands nowhere. */
export interface Placed {
  readonly range?: ByteRange | undefined;
}

/** A fact with any text, and the bytes that it tells of. */
export const valueFact = (
  label: string,
  { range }: Placed,
  value: string,
  kind: Fact['kind'] = 'text',
): Fact => ({
  label,
  value,
  kind,
  ...(range === undefined ? {} : { ranges: [range] }),
});

/** A fact with an address. */
export const addressFact = (
  label: string,
  address: Placed & { readonly value: Hex },
  note?: string,
): Fact => ({
  label,
  value: address.value,
  kind: 'address',
  ...(note === undefined ? {} : { note }),
  ...(address.range === undefined ? {} : { ranges: [address.range] }),
});

/** A fact with a time limit, in seconds since the epoch. */
export const untilFact = (seconds: Located<bigint>): Fact =>
  valueFact('Valid until', seconds, formatTime(seconds.value), 'time');

/** A value that a description names, and where it stands. */
export interface Found<T> extends Placed {
  readonly value: T;
}

/** Where something is called or signed, which says what its coin and its tokens are. */
type Where = Pick<ContractCall, 'chainId' | 'network' | 'interfaces'>;

/** What a format may know beside its value. */
export interface Surroundings {
  readonly call: Where;
  /** The value at another path, such as the token of an amount. @throws Error where the path leads nowhere */
  readonly at: (path: string) => Found<unknown>;
}

/** How a value is written: as a fact, and in a sentence. */
export interface Format<T> {
  readonly fact: (label: string, found: Found<T>, around: Surroundings) => Fact;
  readonly words: (found: Found<T>, around: Surroundings) => SentencePart[];
  /** Facts that stand before its own, such as the token of an amount. */
  readonly before?: (label: string, found: Found<T>, around: Surroundings) => Fact[];
  /** The calls that the value carries. */
  readonly inner?: (found: Found<T>) => DecodedCall[];
  /** The moment from which on the call is not taken, in seconds since the epoch, where the value says one. */
  readonly deadline?: (value: T) => bigint;
}

/** A format that writes a value as text. @param words how it stands in a sentence, where that differs */
export const shownText = <T>(
  write: (value: T, call: Where) => string,
  kind: Fact['kind'] = 'text',
  words: (value: T, call: Where) => SentencePart[] = (value, call) => [theAmount(write(value, call))],
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

/** The format of another value, which a value is or stands for. */
export const formatOf = <T, U>(format: Format<U>, convert: (value: T) => U): Format<T> => {
  const as = ({ value, range }: Found<T>): Found<U> => ({ value: convert(value), range });
  return {
    fact: (label, found, around) => format.fact(label, as(found), around),
    words: (found, around) => format.words(as(found), around),
  };
};

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
export const number: Format<bigint | number> = shownText((value) => value.toString(), 'number');

/** Bytes as they are. */
export const hash: Format<Hex> = shownText((value) => value, 'hash');

/** A moment in seconds since the epoch. */
export const time: Format<bigint> = shownText((value) => formatTime(value), 'time');
/** A moment from which on the call is not taken. */
export const until: Format<bigint> = { ...time, deadline: (value) => value };

/** So much of the network's coin, with the number as it stands in the bytes. */
export const coins: Format<bigint> = shownText(
  (value, call) => formatCoins(value, call.network.unit),
  'amount',
);

/** A count of units that nothing is known of. */
export const units = (name: string): Format<bigint> =>
  shownText((value) => `${grouped(value)} ${name}`, 'amount');

const tokenAt = ({ at }: Surroundings, path: string): Hex => at(path).value as Hex;

/** So much of a token. */
export const amountIn = (tokenIn: (around: Surroundings) => Hex): Format<bigint> => ({
  fact: (label, found, around) => tokenFact(around.call, label, tokenIn(around), found),
  words: ({ value }, around) => [theTokenAmount(around.call, tokenIn(around), value)],
});

/** So much of a token, whose address is at another path. */
export const amountOf = (path: string): Format<bigint> => amountIn((around) => tokenAt(around, path));

/** An allowance of a token, whose address is at another path. */
export const allowanceOf = (path: string): Format<bigint> => ({
  fact: (label, found, around) => allowanceFact(around.call, label, tokenAt(around, path), found),
  words: ({ value }, around) => theAllowance(around.call, tokenAt(around, path), value),
});
