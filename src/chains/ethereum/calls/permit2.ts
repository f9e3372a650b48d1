import { formatTime } from '../../model/amounts.ts';
import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { defineCall, describeCall } from '../descriptions/describe-call.ts';
import { address, addressFact, number, token, untilFact, valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { warnOfAllowance, warnOfPermitCall, warnOfToken } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theAddress } from '../model/call.ts';
import { allowanceFact, assetFact, theAllowance } from '../model/token-amount.ts';

/** An allowance in Permit2: how much of a token, until when. */
interface Grant {
  readonly token: Located<Hex>;
  readonly amount: Located<bigint>;
  /** Seconds since the epoch; zero is the end of the block. */
  readonly expiration: Located<number>;
}

/** Permit2's structs of one and of several allowances, in the form that ABIs are written in. */
const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
export const PERMIT_SINGLE = `(${DETAILS} details, address spender, uint256 sigDeadline)` as const;
export const PERMIT_BATCH = `(${DETAILS}[] details, address spender, uint256 sigDeadline)` as const;

interface Permit {
  readonly details: Grant | LocatedList<Grant>;
  readonly spender: Located<Hex>;
  readonly sigDeadline: Located<bigint>;
}

/** The facts of one allowance. */
function grantFacts(call: ContractCall, { token, amount, expiration }: Grant): Fact[] {
  const until = expiration.value === 0 ? 'the end of the block' : formatTime(BigInt(expiration.value));
  return [
    assetFact(call, token.value, [token.range]),
    allowanceFact(call, 'Allowance', token.value, amount.value, [amount.range]),
    valueFact('Allowed until', expiration, until, 'time'),
  ];
}

const lastOf = (moments: readonly bigint[]): bigint =>
  moments.reduce((last, moment) => (moment > last ? moment : last), 0n);

/** A permit for one token or for several. @param owner who gave it; null where it is the caller */
export function permitFor(
  call: ContractCall,
  owner: Located<Hex> | null,
  { details, spender, sigDeadline }: Permit,
): DecodedCall {
  const grants = 'items' in details ? details.items : [details];
  const [only] = grants;
  const what =
    grants.length === 1 && only !== undefined
      ? theAllowance(call, only.token.value, only.amount.value)
      : say(`${grants.length} tokens`);
  const whose = owner === null ? say('the caller') : [theAddress(owner.value)];
  return decoded('permit2.permit', 'Token approval by signature, through Permit2', {
    sentence: say(
      'Hand in a permit of ',
      ...whose,
      ' that lets ',
      theAddress(spender.value),
      ' spend ',
      ...what,
    ),
    facts: [
      ...(owner === null ? [] : [addressFact('Owner', owner)]),
      addressFact('Spender', spender),
      ...grants.flatMap((grant) => grantFacts(call, grant)),
      untilFact(sigDeadline),
    ],
    deadline: sigDeadline.value,
    warnings: [
      ...grants.flatMap(({ token, amount }) => [
        ...warnOfAllowance(call, token.value, amount.value, spender.value),
        ...warnOfToken(call, token.value),
      ]),
      ...warnOfPermitCall(
        call,
        owner?.value ?? null,
        lastOf([sigDeadline.value, ...grants.map(({ expiration }) => BigInt(expiration.value))]),
      ),
    ],
  });
}

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
