import type { Fact, SentencePart } from '../reading.ts';
import type { Hex } from './address.ts';
import { theAddress, type OnChain } from './call.ts';
import { TOKEN_LIST_DATE, findToken } from './tokens.ts';
import { formatTokenUnits, grouped } from '../amounts.ts';
import { say, theAmount } from '../sentence.ts';

const UNLIMITED_FROM = 2n ** 255n;
const MAXIMA = [2n ** 96n - 1n, 2n ** 160n - 1n];

/** Whether an allowance is as good as everything: half of the largest number and more, or the largest of its width. */
export const isUnlimited = (amount: bigint): boolean => amount >= UNLIMITED_FROM || MAXIMA.includes(amount);

/** An amount of a token in full; in atomic units where the token is not in the local list. */
function tokenText(on: OnChain, token: Hex, amount: bigint): string {
  const known = findToken(on.chainId, token);
  if (known === undefined) return `${grouped(amount)} atomic units`;
  return `${formatTokenUnits(amount, known.decimals)} ${known.symbol}`;
}

/** An amount of a token for a sentence. */
export const theTokenAmount = (on: OnChain, token: Hex, amount: bigint) =>
  theAmount(
    findToken(on.chainId, token) === undefined
      ? `${tokenText(on, token, amount)} of an unknown token`
      : tokenText(on, token, amount),
  );

/** What an allowance gives, for a sentence: unlimited or so much, of a token by its symbol or its address. */
export function theAllowance(on: OnChain, token: Hex, amount: bigint): SentencePart[] {
  const known = findToken(on.chainId, token);
  const much = isUnlimited(amount)
    ? `unlimited${known === undefined ? '' : ` ${known.symbol}`}`
    : tokenText(on, token, amount);
  return known === undefined ? say(theAmount(much), ' of token ', theAddress(token)) : [theAmount(much)];
}

/** A fact with an amount of a token; its note has the number as it stands in the bytes. */
export function tokenFact(
  on: OnChain,
  label: string,
  token: Hex,
  amount: bigint,
  ranges?: Fact['ranges'],
): Fact {
  const known = findToken(on.chainId, token) !== undefined;
  const note = known ? amount.toString() : 'its decimals are not known to this console';
  return {
    label,
    value: tokenText(on, token, amount),
    kind: 'amount',
    note,
    ...(ranges === undefined ? {} : { ranges }),
  };
}

/** The fact that says which token is meant. */
export function assetFact(on: OnChain, token: Hex, ranges?: Fact['ranges'], label = 'Asset'): Fact {
  const known = findToken(on.chainId, token);
  const note =
    known === undefined
      ? 'not in the local list of tokens'
      : `${known.name}, ${known.symbol}, ${known.decimals} decimals, from the local list of ${TOKEN_LIST_DATE}`;
  return { label, value: token, kind: 'address', note, ...(ranges === undefined ? {} : { ranges }) };
}
