import { say } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/facts.ts';
import { allowanceFact, assetFact, theAllowance } from '../token-amount.ts';
import { callerOf } from './recipients.ts';

/** A permit of the caller for the contract that is called. @param amount null where it allows everything */
function selfPermit(
  call: ContractCall,
  token: Located<Hex>,
  amount: Located<bigint> | null,
  until: Located<bigint>,
): DecodedCall {
  const allowed = amount?.value ?? 2n ** 256n - 1n;
  // Dai's form of a permit, which allows everything, takes an expiry of zero for one that never comes.
  const isEndless = amount === null && until.value === 0n;
  return decoded('uniswap.selfPermit', 'Token approval by signature', {
    sentence: say(
      `Hand in a permit of the ${callerOf(call)} that lets `,
      theAddress(call.to),
      ' spend ',
      ...theAllowance(call, token.value, allowed),
    ),
    facts: [
      addressFact('Spender', { value: call.to }),
      assetFact(call, token.value, [token.range]),
      amount === null
        ? { label: 'Allowance', value: 'unlimited', kind: 'amount' }
        : allowanceFact(call, 'Allowance', token.value, amount.value, [amount.range]),
      isEndless ? valueFact('Valid until', until, 'never ends') : untilFact(until),
    ],
    ...(isEndless ? {} : { deadline: until.value }),
    warnings: [
      ...warnOfAllowance(call, token.value, allowed, call.to),
      ...warnOfToken(call, token.value),
      ...warnOfPermitCall(call, null, isEndless ? allowed : until.value),
    ],
  });
}

const SIGNATURE = 'uint8 v, bytes32 r, bytes32 s';
const OF_AMOUNT = `address token, uint256 value, uint256 deadline, ${SIGNATURE}` as const;
const OF_ALL = `address token, uint256 nonce, uint256 expiry, ${SIGNATURE}` as const;

/** The arguments of a permit in Dai's form. */
interface OfAll {
  readonly token: Located<Hex>;
  readonly nonce: Located<bigint>;
  readonly expiry: Located<bigint>;
}
function selfPermitOfAll({ token, nonce, expiry }: OfAll, call: ContractCall): DecodedCall {
  const told = selfPermit(call, token, null, expiry);
  const number = valueFact('Number of the permit', nonce, nonce.value.toString(), 'number');
  return { ...told, facts: [...told.facts, number] };
}

/** Permits that a contract of Uniswap hands in for itself, beside what it is to do with them. */
export const SELF_PERMIT_CALLS = [
  defineCall(`selfPermit(${OF_AMOUNT})`, ({ token, value, deadline }, call) =>
    selfPermit(call, token, value, deadline),
  ),
  defineCall(`selfPermitIfNecessary(${OF_AMOUNT})`, ({ token, value, deadline }, call) =>
    selfPermit(call, token, value, deadline),
  ),
  defineCall(`selfPermitAllowed(${OF_ALL})`, selfPermitOfAll),
  defineCall(`selfPermitAllowedIfNecessary(${OF_ALL})`, selfPermitOfAll),
];
