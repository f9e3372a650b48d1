import { addressFact, decoded, theAddress, untilFact, word, wordFact } from '../call.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { allowanceFact, assetFact, theAllowance } from '../token-amount.ts';
import { say } from '../../sentence.ts';

const MAX = 2n ** 256n - 1n;

const permit = defineCall(
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  ([owner, spender, value, deadline], call) =>
    decoded('erc20.permit', 'Token approval by signature', {
      sentence: say(
        'Hand in a permit of ',
        theAddress(owner),
        ' that lets ',
        theAddress(spender),
        ' spend ',
        ...theAllowance(call, call.to, value),
      ),
      facts: [
        addressFact(call, 'Owner', owner, 0),
        addressFact(call, 'Spender', spender, 1),
        assetFact(call, call.to),
        allowanceFact(call, 'Allowance', call.to, value, [word(call, 2)]),
        untilFact(call, deadline, 3),
      ],
      deadline: deadline,
      warnings: [
        ...warnOfAllowance(call, call.to, value, spender),
        ...warnOfToken(call, call.to),
        ...warnOfPermitCall(call, owner, deadline),
      ],
    }),
);

const daiPermit = defineCall(
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  ([holder, spender, , expiry, allowed], call) =>
    decoded('dai.permit', 'Token approval by signature', {
      sentence: allowed
        ? say(
            'Hand in a permit of ',
            theAddress(holder),
            ' that lets ',
            theAddress(spender),
            ' spend everything',
          )
        : say('Take back the permit of ', theAddress(holder), ' for ', theAddress(spender)),
      facts: [
        addressFact(call, 'Owner', holder, 0),
        addressFact(call, 'Spender', spender, 1),
        assetFact(call, call.to),
        wordFact(call, 'Allowance', allowed ? 'unlimited' : 'none', 4),
        expiry === 0n ? wordFact(call, 'Valid until', 'never ends', 3) : untilFact(call, expiry, 3),
      ],
      ...(expiry === 0n ? {} : { deadline: expiry }),
      warnings: [
        ...(allowed ? warnOfAllowance(call, call.to, MAX, spender) : []),
        ...warnOfToken(call, call.to),
        // Dai takes zero for a permit that never ends.
        ...warnOfPermitCall(call, holder, allowed && expiry === 0n ? MAX : expiry),
      ],
    }),
);

/** Approvals by signature: ERC-2612 and the older form of Dai. */
export const PERMIT_CALLS = [permit, daiPermit];
