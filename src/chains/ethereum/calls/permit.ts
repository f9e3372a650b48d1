import { warnOfAllowance } from '../model/allowance-warnings.ts';
import { warnOfPermitCall, warnOfToken } from '../model/call-warnings.ts';
import { defineCall, describe, describeCall } from '../descriptions/describe-call.ts';
import { address, allowanceOf, textOf, until } from '../descriptions/formats.ts';
import { ASSET } from './erc20.ts';

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
            allowed: ['Allowance', textOf(() => (allowed ? 'unlimited' : 'none'))],
            expiry: ['Valid until', expiry === 0n ? textOf(() => 'never ends') : until],
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
