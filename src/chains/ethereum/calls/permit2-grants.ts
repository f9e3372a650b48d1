import { formatTime } from '../../amounts.ts';
import type { Fact } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  argumentsAt,
  type DecodedCall,
  type ContractCall,
  elementsAt,
  decoded,
  theAddress,
  untilFact,
  word,
  wordFact,
} from '../call.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { allowanceFact, assetFact, theAllowance } from '../token-amount.ts';

/** An allowance in Permit2: how much of a token, until when. */
export interface Grant {
  readonly token: Hex;
  readonly amount: bigint;
  /** Seconds since the epoch; zero is the end of the block. */
  readonly expiration: number;
}

/** Permit2's structs of one and of several allowances, in the form that ABIs are written in. */
const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
export const PERMIT_SINGLE = `(${DETAILS} details, address spender, uint256 sigDeadline)` as const;
export const PERMIT_BATCH = `(${DETAILS}[] details, address spender, uint256 sigDeadline)` as const;

/** The facts of one allowance. @param words the words of its token, amount and expiration */
export function grantFacts(
  at: ContractCall,
  { token, amount, expiration }: Grant,
  words: readonly [number, number, number] = [0, 1, 2],
): Fact[] {
  const [tokenWord, amountWord, expirationWord] = words;
  const until = expiration === 0 ? 'the end of the block' : formatTime(BigInt(expiration));
  return [
    assetFact(at, token, [word(at, tokenWord, 12)]),
    allowanceFact(at, 'Allowance', token, amount, [word(at, amountWord)]),
    wordFact(at, 'Allowed until', until, expirationWord, 'time'),
  ];
}

interface Permit<Details> {
  readonly details: Details;
  readonly spender: Hex;
  readonly sigDeadline: bigint;
}
/** Who gave a permit, and the word of it; null where it is the caller. */
type Owner = { readonly address: Hex; readonly word: number } | null;

/** A permit for one token, whose struct starts at the n-th word. */
export const singlePermit = (
  call: ContractCall,
  owner: Owner,
  { details, ...rest }: Permit<Grant>,
  index: number,
): DecodedCall => {
  const at = argumentsAt(call, 4 + 32 * index);
  return permitReading(call, owner, [{ at, grant: details }], rest, argumentsAt(at, 4 + 32 * 4));
};

/** A permit for several tokens. @param at the call, seen from the struct's own words */
export const batchPermit = (
  call: ContractCall,
  owner: Owner,
  { details, ...rest }: Permit<readonly Grant[]>,
  at: ContractCall,
): DecodedCall => {
  const places = elementsAt(at, 0, details.length, 4);
  const grants = details.map((grant, index) => ({ at: places[index] ?? at, grant }));
  return permitReading(call, owner, grants, rest, argumentsAt(at, 4 + 32));
};

const lastOf = (moments: readonly bigint[]): bigint =>
  moments.reduce((last, moment) => (moment > last ? moment : last), 0n);

function permitReading(
  call: ContractCall,
  owner: Owner,
  grants: readonly { readonly at: ContractCall; readonly grant: Grant }[],
  { spender, sigDeadline }: Pick<Permit<unknown>, 'spender' | 'sigDeadline'>,
  tail: ContractCall,
): DecodedCall {
  const [only] = grants;
  const what =
    grants.length === 1 && only !== undefined
      ? theAllowance(call, only.grant.token, only.grant.amount)
      : say(`${grants.length} tokens`);
  const whose = owner === null ? say('the caller') : [theAddress(owner.address)];
  return decoded('permit2.permit', 'Token approval by signature, through Permit2', {
    sentence: say('Hand in a permit of ', ...whose, ' that lets ', theAddress(spender), ' spend ', ...what),
    facts: [
      ...(owner === null ? [] : [addressFact(call, 'Owner', owner.address, owner.word)]),
      addressFact(tail, 'Spender', spender, 0),
      ...grants.flatMap(({ at, grant }) => grantFacts(at, grant)),
      untilFact(tail, sigDeadline, 1),
    ],
    deadline: sigDeadline,
    warnings: [
      ...grants.flatMap(({ grant: { token, amount } }) => [
        ...warnOfAllowance(call, token, amount, spender),
        ...warnOfToken(call, token),
      ]),
      ...warnOfPermitCall(
        call,
        owner?.address ?? null,
        lastOf([sigDeadline, ...grants.map(({ grant }) => BigInt(grant.expiration))]),
      ),
    ],
  });
}
