import { addressFact, reading, theAddress, word, wordFact } from '../call.ts';
import { warnOfAllowance, warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theAllowance, theTokenAmount, tokenFact } from '../token-amount.ts';
import { formatTime } from '../../amounts.ts';
import { say } from '../../sentence.ts';

const permit = defineCall(
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  ([owner, spender, value, deadline], call) =>
    reading('erc20.permit', 'Token approval by signature', {
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
        tokenFact(call, 'Allowance', call.to, value, [word(call, 2)]),
        wordFact(call, 'Valid until', formatTime(deadline), 3),
      ],
      warnings: [...warnOfAllowance(value, spender), ...warnOfToken(call, call.to)],
    }),
);

const daiPermit = defineCall(
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  ([holder, spender, , expiry, allowed], call) =>
    reading('dai.permit', 'Token approval by signature', {
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
        wordFact(call, 'Valid until', expiry === 0n ? 'never ends' : formatTime(expiry), 3),
      ],
      warnings: [
        ...(allowed ? warnOfAllowance(2n ** 256n - 1n, spender) : []),
        ...warnOfToken(call, call.to),
      ],
    }),
);

const permit2Approve = defineCall(
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ([token, spender, amount, expiration], call) =>
    reading('permit2.approve', 'Token approval through Permit2', {
      sentence: say('Allow ', theAddress(spender), ' to spend ', ...theAllowance(call, token, amount)),
      facts: [
        addressFact(call, 'Spender', spender, 1),
        assetFact(call, token, [word(call, 0, 12)]),
        tokenFact(call, 'Allowance', token, amount, [word(call, 2)]),
        wordFact(
          call,
          'Valid until',
          expiration === 0 ? 'the end of this block' : formatTime(BigInt(expiration)),
          3,
        ),
      ],
      warnings: [...warnOfAllowance(amount, spender), ...warnOfToken(call, token)],
    }),
);

const permit2TransferFrom = defineCall(
  'function transferFrom(address from, address to, uint160 amount, address token)',
  ([from, to, amount, token], call) =>
    reading('permit2.transferFrom', 'Token transfer through Permit2', {
      sentence: say(
        'Move ',
        theTokenAmount(call, token, amount),
        ' from ',
        theAddress(from),
        ' to ',
        theAddress(to),
      ),
      facts: [
        addressFact(call, 'Taken from', from, 0),
        addressFact(call, 'To', to, 1),
        assetFact(call, token, [word(call, 3, 12)]),
        tokenFact(call, 'Amount', token, amount, [word(call, 2)]),
      ],
      warnings: [...warnOfRecipient(call, token, to, from), ...warnOfToken(call, token)],
    }),
);

/** Approvals by signature: ERC-2612, the older form of Dai, and Permit2. */
export const PERMIT_CALLS = [permit, daiPermit, permit2Approve, permit2TransferFrom];
