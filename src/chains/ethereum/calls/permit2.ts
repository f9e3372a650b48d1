import { say } from '../../sentence.ts';
import { addressFact, elementsAt, decoded, theAddress, tupleAt, word, wordFact } from '../call.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theAllowance } from '../token-amount.ts';
import { batchPermit, grantFacts, PERMIT_BATCH, PERMIT_SINGLE, singlePermit } from './permit2-grants.ts';

const approve = defineCall(
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ([token, spender, amount, expiration], call) =>
    decoded('permit2.approve', 'Token approval through Permit2', {
      sentence: say('Allow ', theAddress(spender), ' to spend ', ...theAllowance(call, token, amount)),
      facts: [
        addressFact(call, 'Spender', spender, 1),
        ...grantFacts(call, { token, amount, expiration }, [0, 2, 3]),
      ],
      warnings: [
        ...warnOfAllowance(call, token, amount, spender),
        ...warnOfToken(call, token),
        ...warnOfPermitCall(call, null, BigInt(expiration)),
      ],
    }),
);

const permit = defineCall(
  `function permit(address owner, ${PERMIT_SINGLE} permit, bytes signature)`,
  ([owner, single], call) => singlePermit(call, { address: owner, word: 0 }, single, 1),
);

const permitMany = defineCall(
  `function permit(address owner, ${PERMIT_BATCH} permit, bytes signature)`,
  ([owner, batch], call) => batchPermit(call, { address: owner, word: 0 }, batch, tupleAt(call, 1)),
);

const lockdown = defineCall(
  'function lockdown((address token, address spender)[] approvals)',
  ([approvals], call) => {
    const places = elementsAt(call, 0, approvals.length, 2);
    return decoded('permit2.lockdown', 'Approvals taken back in Permit2', {
      sentence: say(
        `Take back ${approvals.length} ${approvals.length === 1 ? 'approval' : 'approvals'} in Permit2`,
      ),
      facts: approvals.flatMap(({ token, spender }, index) => {
        const at = places[index] ?? call;
        return [addressFact(at, 'Spender', spender, 1), assetFact(at, token, [word(at, 0, 12)])];
      }),
    });
  },
);

const voidPermits = defineCall(
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  ([token, spender, nonce], call) =>
    decoded('permit2.invalidateNonces', 'Signed permits voided in Permit2', {
      sentence: say('Void the permits signed for ', theAddress(spender), ` before number ${nonce}`),
      facts: [
        addressFact(call, 'Spender', spender, 1),
        assetFact(call, token, [word(call, 0, 12)]),
        wordFact(call, 'Next number', String(nonce), 2, 'number'),
      ],
    }),
);

const voidTransfers = defineCall(
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  ([position, mask], call) =>
    decoded('permit2.invalidateUnorderedNonces', 'Signed transfers voided in Permit2', {
      sentence: say('Void signed transfers of Permit2 that were not handed in yet'),
      facts: [
        wordFact(call, 'Group of numbers', position.toString(), 0, 'number'),
        wordFact(call, 'Numbers, as a bit mask', mask.toString(), 1, 'number'),
      ],
    }),
);

/** Allowances in Permit2: given, handed in as signed, taken back. */
export const PERMIT2_CALLS = [approve, permit, permitMany, lockdown, voidPermits, voidTransfers];
