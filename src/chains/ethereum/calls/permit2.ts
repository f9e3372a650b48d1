import { say } from '../../model/sentence.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { decoded, theAddress } from '../call.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { defineCall, describeCall } from '../descriptions/describe-call.ts';
import { addressFact } from '../descriptions/facts.ts';
import { address, number, token } from '../descriptions/formats.ts';
import { assetFact, theAllowance } from '../token-amount.ts';
import { grantFacts, permitFor, PERMIT_BATCH, PERMIT_SINGLE } from './permit2-grants.ts';

const SPENDER = ['Spender', address] as const;

/** Allowances in Permit2: given, handed in as signed, taken back. */
export const PERMIT2_CALLS = [
  defineCall('approve(address token, address spender, uint160 amount, uint48 expiration)', (grant, call) => {
    const [{ value: asset }, { value: spender }] = [grant.token, grant.spender];
    const amount = grant.amount.value;
    return decoded('permit2.approve', 'Token approval through Permit2', {
      sentence: say('Allow ', theAddress(spender), ' to spend ', ...theAllowance(call, asset, amount)),
      facts: [addressFact('Spender', grant.spender), ...grantFacts(call, grant)],
      warnings: [
        ...warnOfAllowance(call, asset, amount, spender),
        ...warnOfToken(call, asset),
        ...warnOfPermitCall(call, null, BigInt(grant.expiration.value)),
      ],
    });
  }),
  defineCall(`permit(address owner, ${PERMIT_SINGLE} permit, bytes signature)`, ({ owner, permit }, call) =>
    permitFor(call, owner, permit),
  ),
  defineCall(`permit(address owner, ${PERMIT_BATCH} permit, bytes signature)`, ({ owner, permit }, call) =>
    permitFor(call, owner, permit),
  ),
  defineCall('lockdown((address token, address spender)[] approvals)', ({ approvals: { items } }, call) =>
    decoded('permit2.lockdown', 'Approvals taken back in Permit2', {
      sentence: say(`Take back ${items.length} ${items.length === 1 ? 'approval' : 'approvals'} in Permit2`),
      facts: items.flatMap((approval) => [
        addressFact('Spender', approval.spender),
        assetFact(call, approval.token.value, [approval.token.range]),
      ]),
    }),
  ),
  describeCall('invalidateNonces(address token, address spender, uint48 newNonce)', {
    id: 'permit2.invalidateNonces',
    title: 'Signed permits voided in Permit2',
    sentence: 'Void the permits signed for {spender} before number {newNonce}',
    fields: {
      spender: SPENDER,
      token: ['Asset', token],
      newNonce: ['Next number', { ...number, words: ({ value }) => say(value.toString()) }],
    },
  }),
  describeCall('invalidateUnorderedNonces(uint256 wordPos, uint256 mask)', {
    id: 'permit2.invalidateUnorderedNonces',
    title: 'Signed transfers voided in Permit2',
    sentence: 'Void signed transfers of Permit2 that were not handed in yet',
    fields: { wordPos: ['Group of numbers', number], mask: ['Numbers, as a bit mask', number] },
  }),
];
