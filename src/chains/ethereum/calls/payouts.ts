import type { Fact, SentencePart } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { blindSigning, warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { burns, warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact } from '../descriptions/facts.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';

interface Payout {
  /** Absent for the network's coin. */
  readonly token?: Located<Hex>;
  readonly recipients: LocatedList<Located<Hex>>;
  readonly values: LocatedList<Located<bigint>>;
}

/** Tells what is paid to many at once. */
function paidOut(call: ContractCall, id: string, payout: Payout): DecodedCall {
  const token = payout.token?.value ?? null;
  const recipients = payout.recipients.items;
  const amounts = payout.values.items;
  const sum = amounts.reduce((total, amount) => total + amount.value, 0n);
  const uneven = recipients.length !== amounts.length;
  const odd =
    token === null && sum !== call.value
      ? [
          warn(
            'PAYOUT_UNEVEN',
            'caution',
            'Amounts and value differ',
            `${formatCoins(call.value, call.network.unit)} goes along.`,
          ),
        ]
      : [];
  return decoded(id, 'Payout to many', {
    sentence: say(
      'Send ',
      theSum(call, token, sum),
      ` in all to ${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'} through `,
      theAddress(call.to),
    ),
    facts: [
      ...(payout.token === undefined ? [] : [assetFact(call, payout.token.value, [payout.token.range])]),
      ...payments(call, payout),
    ],
    warnings: [
      ...(uneven ? [blindSigning('The call names more recipients than amounts, or fewer.')] : []),
      ...(recipients.some(({ value }) => value === ZERO_ADDRESS) ? [burns()] : []),
      ...odd,
      ...(token === null ? [] : warnOfToken(call, token)),
    ],
    blind: uneven,
  });
}

const theSum = (call: ContractCall, token: Hex | null, sum: bigint): SentencePart =>
  token === null ? theAmount(formatCoins(sum, call.network.unit)) : theTokenAmount(call, token, sum);

function payments(call: ContractCall, { token, recipients, values }: Payout): Fact[] {
  return recipients.items.flatMap((recipient, index): Fact[] => {
    const amount = values.items[index];
    const label = `Payment ${index + 1}`;
    return [
      addressFact(`${label} to`, recipient),
      ...(amount === undefined
        ? []
        : token === undefined
          ? [coinFact(call, label, amount)]
          : [tokenFact(call, label, token.value, amount.value, [amount.range])]),
    ];
  });
}

const coinFact = ({ network }: ContractCall, label: string, { value, range }: Located<bigint>): Fact => ({
  label,
  value: formatCoins(value, network.unit),
  kind: 'amount',
  note: value.toString(),
  ranges: [range],
});

/** Payouts to many, as Disperse has them. */
export const PAYOUT_CALLS = [
  defineCall('disperseEther(address[] recipients, uint256[] values)', (args, call) =>
    paidOut(call, 'disperse.ether', args),
  ),
  defineCall('disperseToken(address token, address[] recipients, uint256[] values)', (args, call) =>
    paidOut(call, 'disperse.token', args),
  ),
  defineCall('disperseTokenSimple(address token, address[] recipients, uint256[] values)', (args, call) =>
    paidOut(call, 'disperse.token', args),
  ),
];
