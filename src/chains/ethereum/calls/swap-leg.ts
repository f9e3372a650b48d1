import { say, theAmount } from '../../model/sentence.ts';
import type { ByteRange, Fact, SentencePart, Warning } from '../../model/decoded.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import type { ContractCall } from '../call.ts';
import { warnOfToken } from '../call-warnings.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { findToken } from '../tokens.ts';

/** What is paid or received: so much of a token, or of the network's coin where `token` is null. */
export interface SwapLeg {
  readonly token: Hex | null;
  readonly amount: bigint;
  /** Where the amount stands; nowhere where it is the value of the transaction. */
  readonly range?: ByteRange;
  /** Words that stand in the amount's place, where the number has another meaning. */
  readonly instead?: string;
}

/** An amount from which on a bound is none: half of what version 4 of Uniswap can count. */
export const NO_LIMIT_FROM = 2n ** 127n;

/** What stands for all that a router holds of a token. */
export const ALL_IT_HOLDS = 'everything that the router holds';

/** What Uniswap's second router takes an exact amount of zero for. */
export const wholeIfZero = (amount: bigint): Pick<SwapLeg, 'instead'> =>
  amount === 0n ? { instead: ALL_IT_HOLDS } : {};

/** A side for a sentence. */
export function theLeg(call: ContractCall, side: SwapLeg): SentencePart {
  if (side.instead !== undefined) return theAmount(`${side.instead} (${unitOf(call, side.token)})`);
  return side.token === null
    ? theAmount(formatCoins(side.amount, call.network.unit))
    : theTokenAmount(call, side.token, side.amount);
}

/** Several sides for a sentence. */
export const theLegs = (call: ContractCall, sides: readonly SwapLeg[]): SentencePart[] =>
  sides.flatMap((side, index) => [...(index === 0 ? [] : say(' and ')), theLeg(call, side)]);

const unitOf = (call: ContractCall, token: Hex | null): string =>
  token === null ? call.network.unit : (findToken(call.chainId, token)?.symbol ?? 'an unknown token');

/** Facts of a side: how much, and of which token. */
export function legFacts(call: ContractCall, label: string, side: SwapLeg): Fact[] {
  const ranges = side.range === undefined ? [] : [side.range];
  const asset = side.token === null ? [] : [assetFact(call, side.token, undefined, `${label}: token`)];
  if (side.instead !== undefined) return [{ label, value: side.instead, kind: 'amount', ranges }, ...asset];
  if (side.token === null) {
    const value = formatCoins(side.amount, call.network.unit);
    return [{ label, value, kind: 'amount', ...(ranges.length === 0 ? {} : { ranges }) }];
  }
  return [tokenFact(call, label, side.token, side.amount, ranges), ...asset];
}

/** The warnings of the tokens on some sides. */
export const warnOfLegs = (call: ContractCall, ...sides: readonly SwapLeg[]): Warning[] =>
  sides.flatMap(({ token }) => (token === null ? [] : warnOfToken(call, token)));
