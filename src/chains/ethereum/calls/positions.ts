import { grouped } from '../../model/amounts.ts';
import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import type { ContractCall } from '../call.ts';
import { valueFact } from '../descriptions/facts.ts';
import { tokenOrCoin } from './payments.ts';
import { NO_LIMIT_FROM, legFacts, type SwapLeg } from './swap-leg.ts';

/** Two amounts, in the order of a pool's tokens. */
export interface Amounts {
  readonly first: Located<bigint>;
  readonly second: Located<bigint>;
}

/** "position 12", for a sentence. */
export const thePosition = (id: Located<bigint>): SentencePart =>
  theAmount(`position ${id.value.toString()}`);

/** The fact of which position is meant. */
export const positionFact = (id: Located<bigint>): Fact =>
  valueFact('Position', id, id.value.toString(), 'number');

/** The fact of how much liquidity is meant, which is a number of its own in each pool. */
export const liquidityFact = (liquidity: Located<bigint>): Fact =>
  valueFact('Liquidity', liquidity, grouped(liquidity.value), 'number');

/** The prices between which a position is, as Uniswap counts them: powers of 1.0001. */
export const ticksFact = (lower: Located<number>, upper: Located<number>): Fact => ({
  label: 'From tick to tick',
  value: `${lower.value} to ${upper.value}`,
  kind: 'number',
  ranges: [lower.range, upper.range],
});

const units = (amount: bigint): string => `${grouped(amount)} atomic units`;
const upTo = (amount: bigint): string => (amount >= NO_LIMIT_FROM ? 'any amount' : units(amount));

/** Amounts of a position whose tokens are not in the bytes, for a sentence. */
export const theUnits = ({ first, second }: Amounts): SentencePart[] =>
  say(
    theAmount(upTo(first.value)),
    ' of its first and ',
    theAmount(upTo(second.value)),
    ' of its second token',
  );

/** The facts of amounts of a position whose tokens are not in the bytes. */
export const unitFacts = (label: string, { first, second }: Amounts): Fact[] =>
  [first, second].map((amount, index) => ({
    ...valueFact(`${label}: ${index === 0 ? 'first' : 'second'} token`, amount, upTo(amount.value), 'amount'),
    note: `${amount.value.toString()}; which token it is, the position manager knows`,
  }));

/** The two sides of a pool with their tokens, of which zero is the network's coin. */
export const sidesOf = (
  tokens: readonly [Hex, Hex],
  { first, second }: Amounts,
): readonly [SwapLeg, SwapLeg] => [sideOf(tokens[0], first), sideOf(tokens[1], second)];

const sideOf = (token: Hex, { value: amount, range }: Located<bigint>): SwapLeg => ({
  token: tokenOrCoin(token),
  amount,
  range,
  ...(amount >= NO_LIMIT_FROM ? { instead: 'any amount' } : {}),
});

/** The facts of two sides, both under one label. */
export const factsOfSides = (call: ContractCall, label: string, sides: readonly SwapLeg[]): Fact[] =>
  sides.flatMap((side) => legFacts(call, label, side));

const withoutLimit = (text: string): Warning[] => [
  warn('POSITION_WITHOUT_LIMIT', 'caution', 'No limit on the price', text),
];

/** The warning of a position that is opened or fed without a limit on what it costs. */
export const warnOfMost = ({ first, second }: Amounts): Warning[] =>
  first.value >= NO_LIMIT_FROM || second.value >= NO_LIMIT_FROM
    ? withoutLimit('The most to pay in is so high that it is no limit.')
    : [];

/** The warning of liquidity that moves without a limit on what it is worth. */
export const warnOfLeast = ({ first, second }: Amounts): Warning[] =>
  first.value === 0n && second.value === 0n
    ? withoutLimit('Both least amounts are zero: the price may be moved against the signer.')
    : [];
