import { formatUnits } from '../../model/amounts.ts';
import type { Fact, SentencePart } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { blindSigning, warn } from '../../model/warnings.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS, burns, warnOfToken } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { formatCoins } from '../model/networks.ts';
import { assetFact, theTokenAmount, tokenFact } from '../model/token-amount.ts';
import { type Recipient, recipientFact, theRecipient, warnOfPayout } from './recipients.ts';
import { type SwapLeg, legFacts, theLeg, warnOfLegs } from './swap.ts';

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
      theLocatedAddress(call.to),
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
          : [tokenFact(call, label, token.value, amount)]),
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

/** Stands for all of a token that a contract holds (Uniswap's `CONTRACT_BALANCE`). */
export const WHOLE_BALANCE = 2n ** 255n;

/** The token of an address, of which zero stands for the network's coin. */
export const tokenOrCoin = (address: Hex): Hex | null => (address === ZERO_ADDRESS ? null : address);

/** A payment by a step of a router: what, and whom to. */
interface Payment {
  readonly id: string;
  readonly title: string;
  readonly words: (side: SentencePart, to: SentencePart) => SentencePart[];
  readonly label: string;
  readonly side: SwapLeg;
  readonly recipient: Recipient;
}

/** Tells a payment: to whom, and how much of what. */
export const payment = (
  call: ContractCall,
  { id, title, words, label, side, recipient }: Payment,
): DecodedCall =>
  decoded(id, title, {
    sentence: words(theLeg(call, side), theRecipient(recipient)),
    facts: [recipientFact(recipient), ...legFacts(call, label, side)],
    warnings: [...warnOfPayout(call, recipient), ...warnOfLegs(call, side)],
  });

/** A share of what a contract has, that is paid out. */
interface Portion {
  readonly id: string;
  /** The zero address is the network's coin. */
  readonly token: Located<Hex>;
  readonly recipient: Recipient;
  /** In units of which so many decimals make a per cent. */
  readonly share: Located<bigint>;
  readonly decimals: number;
  /** Of what, such as "that the router holds". */
  readonly ofWhat: string;
}

/** Tells a share that is paid out, and warns where it is more than the usual fee for a front end, one per cent. */
export function portion(
  call: ContractCall,
  { id, token, recipient, share, decimals, ofWhat }: Portion,
): DecodedCall {
  const percent = `${formatUnits(share.value, decimals)}%`;
  const coin = tokenOrCoin(token.value) === null;
  const isLarge = share.value > 10n ** BigInt(decimals);
  const high = warn(
    'HIGH_PORTION',
    'caution',
    'A large share goes away',
    `${percent} of what ${ofWhat.replace(/^that /, '')} is paid out.`,
  );
  return decoded(id, 'Share paid out', {
    sentence: say(
      'Pay ',
      theAmount(percent),
      ' of the ',
      ...(coin ? say(call.network.unit) : say('token ', theLocatedAddress(token.value))),
      ` ${ofWhat} to `,
      theRecipient(recipient),
    ),
    facts: [
      recipientFact(recipient),
      valueFact('Share', share, percent, 'amount'),
      ...(coin ? [] : [assetFact(call, token.value, [token.range])]),
    ],
    warnings: [
      ...(isLarge ? [high] : []),
      // A front end's usual fee is no more than a share of one per cent.
      ...warnOfPayout(call, recipient, isLarge ? 'danger' : 'caution'),
      ...(coin ? [] : warnOfToken(call, token.value)),
    ],
  });
}
