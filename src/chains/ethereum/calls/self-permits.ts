import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  decoded,
  theAddress,
  untilFact,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { allowanceFact, assetFact, theAllowance } from '../token-amount.ts';
import { callerOf } from './recipients.ts';

interface SelfPermit {
  /** In word 0. */
  readonly token: Hex;
  /** In word 1; null in Dai's form, which allows everything and has its own count there. */
  readonly amount: bigint | null;
  /** In word 2; null where it never ends. */
  readonly until: bigint | null;
}

/** A permit of the caller for the contract that is called. */
function selfPermit(call: ContractCall, { token, amount, until }: SelfPermit): DecodedCall {
  const allowed = amount ?? 2n ** 256n - 1n;
  return decoded('uniswap.selfPermit', 'Token approval by signature', {
    sentence: say(
      `Hand in a permit of the ${callerOf(call)} that lets `,
      theAddress(call.to),
      ' spend ',
      ...theAllowance(call, token, allowed),
    ),
    facts: [
      { label: 'Spender', value: call.to, kind: 'address' },
      assetFact(call, token, [word(call, 0, 12)]),
      amount === null
        ? { label: 'Allowance', value: 'unlimited', kind: 'amount' }
        : allowanceFact(call, 'Allowance', token, amount, [word(call, 1)]),
      until === null ? wordFact(call, 'Valid until', 'never ends', 2) : untilFact(call, until, 2),
    ],
    ...(until === null ? {} : { deadline: until }),
    warnings: [
      ...warnOfAllowance(call, token, allowed, call.to),
      ...warnOfToken(call, token),
      ...warnOfPermitCall(call, null, until ?? allowed),
    ],
  });
}

/** Dai's form of a permit, in which an expiry of zero never comes. */
const selfPermitOfDai = (call: ContractCall, token: Hex, nonce: bigint, expiry: bigint): DecodedCall => {
  const told = selfPermit(call, { token, amount: null, until: expiry === 0n ? null : expiry });
  return {
    ...told,
    facts: [...told.facts, wordFact(call, 'Number of the permit', nonce.toString(), 1, 'number')],
  };
};

/** Permits that a contract of Uniswap hands in for itself, beside what it is to do with them. */
export const SELF_PERMIT_CALLS = [
  defineCall(
    'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    ([token, amount, until], call) => selfPermit(call, { token, amount, until }),
  ),
  defineCall(
    'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    ([token, amount, until], call) => selfPermit(call, { token, amount, until }),
  ),
  defineCall(
    'function selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
    ([token, nonce, expiry], call) => selfPermitOfDai(call, token, nonce, expiry),
  ),
  defineCall(
    'function selfPermitAllowedIfNecessary(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
    ([token, nonce, expiry], call) => selfPermitOfDai(call, token, nonce, expiry),
  ),
];
