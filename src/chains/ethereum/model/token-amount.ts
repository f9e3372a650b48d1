import type { ByteRange, Fact, SentencePart } from '../../model/decoded.ts';
import type { Hex } from './address.ts';
import { broughtAmount, broughtName } from './brought-token.ts';
import { theLocatedAddress, type OnChain } from './call.ts';
import { TOKEN_LIST_DATE, findToken } from './tokens.ts';
import { formatTokenUnits, grouped } from '../../model/amounts.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { gradeAllowance, type AllowanceGrade } from '../../model/grades.ts';

/** How an allowance of a token is graded: by the range of its number, by whole tokens, by supply where that is known. */
export const gradeOfAllowance = (on: OnChain, token: Hex, amount: bigint): AllowanceGrade =>
  gradeAllowance(amount, findToken(on.chainId, token));

/** A number, and where it stands in the bytes. */
interface Amount {
  readonly value: bigint;
  readonly range?: ByteRange | undefined;
}

/** A fact with an amount of a token. */
type AmountFact = (on: OnChain, label: string, token: Hex, amount: Amount) => Fact;

/** The fact of an allowance: its amount, or that it is none to speak of, with the number as it stands in the bytes. */
export const allowanceFact: AmountFact = (on, label, token, amount) => {
  const fact = tokenFact(on, label, token, amount);
  const grade = gradeOfAllowance(on, token, amount.value);
  return grade === null ? fact : { ...fact, value: WORDS[grade], note: amount.value.toString() };
};

const WORDS = { unlimited: 'unlimited', effectively: 'effectively unlimited' } as const;

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
  const grade = gradeOfAllowance(on, token, amount);
  const much =
    grade === null
      ? tokenText(on, token, amount)
      : `${WORDS[grade]}${known === undefined ? '' : ` ${known.symbol}`}`;
  return known === undefined
    ? say(theAmount(much), ' of token ', theLocatedAddress(token))
    : [theAmount(much)];
}

/** An amount in full; its note has the number as it stands in the bytes. */
export const tokenFact: AmountFact = (on, label, token, { value, range }) => ({
  label,
  value: tokenText(on, token, value),
  kind: 'amount',
  note:
    findToken(on.chainId, token) === undefined
      ? (broughtAmount(on, token, value) ?? 'its decimals are not known to this console')
      : value.toString(),
  ...(range === undefined ? {} : { ranges: [range] }),
});

/** The fact that says which token is meant. */
export function assetFact(on: OnChain, token: Hex, ranges?: Fact['ranges'], label = 'Asset'): Fact {
  const known = findToken(on.chainId, token);
  const note =
    known === undefined
      ? ['not in the local list of tokens', broughtName(on, token)].filter(Boolean).join('; ')
      : `${known.name}, ${known.symbol}, ${known.decimals} decimals, from the local list of ${TOKEN_LIST_DATE}`;
  return { label, value: token, kind: 'address', note, ...(ranges === undefined ? {} : { ranges }) };
}
