import { say } from '../../model/sentence.ts';
import { defineCall, describeCall } from '../descriptions/describe-call.ts';
import { address, addressFact, number, token } from '../descriptions/formats.ts';
import { warnOfAllowance, warnOfPermitCall } from '../model/allowance-warnings.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import { decoded, theLocatedAddress } from '../model/call.ts';
import { assetFact, theAllowance } from '../model/token-amount.ts';
import { grantFacts, permitFor } from './permit2-grants.ts';

/** Permit2's structs of one and of several allowances, in the form that ABIs are written in. */
const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
export const PERMIT_SINGLE = `(${DETAILS} details, address spender, uint256 sigDeadline)` as const;
export const PERMIT_BATCH = `(${DETAILS}[] details, address spender, uint256 sigDeadline)` as const;

const SPENDER = ['Spender', address] as const;

/** Allowances in Permit2: given, handed in as signed, taken back. */
export const PERMIT2_CALLS = [
  defineCall('approve(address token, address spender, uint160 amount, uint48 expiration)', (grant, call) => {
    const [{ value: asset }, { value: spender }] = [grant.token, grant.spender];
    const amount = grant.amount.value;
    return decoded('permit2.approve', 'Token approval through Permit2', {
      sentence: say('Allow ', theLocatedAddress(spender), ' to spend ', ...theAllowance(call, asset, amount)),
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
