import { say } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import { defineCall, describe, describeCall } from '../descriptions/describe-call.ts';
import {
  address,
  addressFact,
  allowanceOf,
  shownText,
  until,
  untilFact,
  valueFact,
} from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import { warnOfAllowance, warnOfPermitCall } from '../model/allowance-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { allowanceFact, assetFact, theAllowance } from '../model/token-amount.ts';
import { ASSET } from './erc20.ts';
import { positionFact, thePosition } from './positions.ts';
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
      theLocatedAddress(call.to),
      ' spend ',
      ...theAllowance(call, token.value, allowed),
    ),
    facts: [
      addressFact('Spender', { value: call.to }),
      assetFact(call, token.value, [token.range]),
      amount === null
        ? { label: 'Allowance', value: 'unlimited', kind: 'amount' }
        : allowanceFact(call, 'Allowance', token.value, amount),
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

interface PositionPermit {
  readonly spender: Located<Hex>;
  readonly tokenId: Located<bigint>;
  readonly deadline: Located<bigint>;
}

/** A permit for one position. */
export const positionPermit = (
  { spender, tokenId, deadline }: PositionPermit,
  call: ContractCall,
): DecodedCall =>
  decoded('uniswap.positionPermit', 'Position approval by signature', {
    sentence: say(
      'Hand in a permit of the owner that lets ',
      theLocatedAddress(spender.value),
      ' take ',
      thePosition(tokenId),
    ),
    facts: [
      addressFact('Spender', spender),
      positionFact(tokenId),
      addressFact('Contract', { value: call.to }),
      untilFact(deadline),
    ],
    deadline: deadline.value,
    warnings: [
      warn(
        'POSITION_APPROVAL',
        'caution',
        'Approval of a whole position',
        `${spender.value} could take the position, and all that is in it.`,
      ),
    ],
  });

const MAX = 2n ** 256n - 1n;

const OWNER = ['Owner', address] as const;
const SPENDER = ['Spender', address] as const;

/** Approvals by signature: ERC-2612 and the older form of Dai. */
export const PERMIT_CALLS = [
  describeCall(
    'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    {
      id: 'erc20.permit',
      title: 'Token approval by signature',
      sentence: 'Hand in a permit of {owner} that lets {spender} spend {value}',
      fields: {
        owner: OWNER,
        spender: SPENDER,
        '@to': ASSET,
        value: ['Allowance', allowanceOf('@to')],
        deadline: ['Valid until', until],
      },
      warnings: ({ owner, spender, value, deadline }, call) => [
        ...warnOfAllowance(call, call.to, value.value, spender.value),
        ...warnOfToken(call, call.to),
        ...warnOfPermitCall(call, owner.value, deadline.value),
      ],
    },
  ),
  defineCall(
    'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    (args, call) => {
      const [allowed, expiry] = [args.allowed.value, args.expiry.value];
      return describe(
        {
          id: 'dai.permit',
          title: 'Token approval by signature',
          sentence: allowed
            ? 'Hand in a permit of {holder} that lets {spender} spend everything'
            : 'Take back the permit of {holder} for {spender}',
          fields: {
            holder: OWNER,
            spender: SPENDER,
            '@to': ASSET,
            allowed: ['Allowance', shownText(() => (allowed ? 'unlimited' : 'none'))],
            expiry: ['Valid until', expiry === 0n ? shownText(() => 'never ends') : until],
          },
          warnings: ({ holder, spender }) => [
            ...(allowed ? warnOfAllowance(call, call.to, MAX, spender.value) : []),
            ...warnOfToken(call, call.to),
            // Dai takes zero for a permit that never ends.
            ...warnOfPermitCall(call, holder.value, allowed && expiry === 0n ? MAX : expiry),
          ],
        },
        args,
        call,
      );
    },
  ),
];
