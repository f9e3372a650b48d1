import { grouped } from '../../amounts.ts';
import type { Fact, SentencePart, Warning } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { wordFact, type ContractCall } from '../call.ts';
import { tokenOrCoin } from './payments.ts';
import { NO_LIMIT_FROM, legFacts, type SwapLeg } from './swap-leg.ts';

/** Two amounts, in the order of a pool's tokens, and the word of the first; the other is behind it. */
export interface Amounts {
  readonly first: bigint;
  readonly second: bigint;
  readonly word: number;
}

/** "position 12", for a sentence. */
export const thePosition = (id: bigint): SentencePart => theAmount(`position ${id.toString()}`);

/** The fact of which position is meant. */
export const positionFact = (call: ContractCall, id: bigint, word: number): Fact =>
  wordFact(call, 'Position', id.toString(), word, 'number');

/** The fact of how much liquidity is meant, which is a number of its own in each pool. */
export const liquidityFact = (call: ContractCall, liquidity: bigint, word: number): Fact =>
  wordFact(call, 'Liquidity', grouped(liquidity), word, 'number');

/** The prices between which a position is, as Uniswap counts them: powers of 1.0001. */
export const ticksFact = (
  call: ContractCall,
  [lower, upper]: readonly [number, number],
  word: number,
): Fact => wordFact(call, 'From tick to tick', `${lower} to ${upper}`, word, 'number');

const units = (amount: bigint): string => `${grouped(amount)} atomic units`;
const upTo = (amount: bigint): string => (amount >= NO_LIMIT_FROM ? 'any amount' : units(amount));

/** Amounts of a position whose tokens are not in the bytes, for a sentence. */
export const theUnits = ({ first, second }: Amounts): SentencePart[] =>
  say(theAmount(upTo(first)), ' of its first and ', theAmount(upTo(second)), ' of its second token');

/** The facts of amounts of a position whose tokens are not in the bytes. */
export const unitFacts = (call: ContractCall, label: string, { first, second, word }: Amounts): Fact[] =>
  [first, second].map((amount, index) => ({
    ...wordFact(
      call,
      `${label}: ${index === 0 ? 'first' : 'second'} token`,
      upTo(amount),
      word + index,
      'amount',
    ),
    note: `${amount.toString()}; which token it is, the position manager knows`,
  }));

/** The two sides of a pool with their tokens, of which zero is the network's coin. */
export const sidesOf = (
  tokens: readonly [Hex, Hex],
  { first, second, word }: Amounts,
): readonly [SwapLeg, SwapLeg] => [sideOf(tokens[0], first, word), sideOf(tokens[1], second, word + 1)];

const sideOf = (token: Hex, amount: bigint, word: number): SwapLeg => ({
  token: tokenOrCoin(token),
  amount,
  word,
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
  first >= NO_LIMIT_FROM || second >= NO_LIMIT_FROM
    ? withoutLimit('The most to pay in is so high that it is no limit.')
    : [];

/** The warning of liquidity that moves without a limit on what it is worth. */
export const warnOfLeast = ({ first, second }: Amounts): Warning[] =>
  first === 0n && second === 0n
    ? withoutLimit('Both least amounts are zero: the price may be moved against the signer.')
    : [];
