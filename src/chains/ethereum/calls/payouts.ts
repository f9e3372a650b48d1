import type { Fact, SentencePart } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import { blindSigning, warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import {
  addressFact,
  elementsAt,
  decoded,
  theAddress,
  word,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { burns, warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';

interface Payout {
  /** Null for the network's coin. */
  readonly token: Hex | null;
  readonly recipients: readonly Hex[];
  readonly amounts: readonly bigint[];
  /** The word with the pointer to the recipients; that of the amounts is behind it. */
  readonly word: number;
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Tells what is paid to many at once. */
function paidOut(call: ContractCall, id: string, payout: Payout): DecodedCall {
  const { token, recipients, amounts } = payout;
  const sum = total(amounts);
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
      ...(token === null ? [] : [assetFact(call, token, [word(call, 0, 12)])]),
      ...payments(call, payout),
    ],
    warnings: [
      ...(uneven ? [blindSigning('The call names more recipients than amounts, or fewer.')] : []),
      ...(recipients.includes(ZERO_ADDRESS) ? [burns()] : []),
      ...odd,
      ...(token === null ? [] : warnOfToken(call, token)),
    ],
    blind: uneven,
  });
}

const theSum = (call: ContractCall, token: Hex | null, sum: bigint): SentencePart =>
  token === null ? theAmount(formatCoins(sum, call.network.unit)) : theTokenAmount(call, token, sum);

function payments(call: ContractCall, { token, recipients, amounts, word: index }: Payout): Fact[] {
  const whom = elementsAt(call, index, recipients.length, 1);
  const much = elementsAt(call, index + 1, amounts.length, 1);
  return recipients.flatMap((recipient, at): Fact[] => {
    const [place, other] = [whom[at] ?? call, much[at] ?? call];
    const amount = amounts[at];
    const label = `Payment ${at + 1}`;
    return [
      addressFact(place, `${label} to`, recipient, 0),
      ...(amount === undefined
        ? []
        : token === null
          ? [coinFact(other, label, amount)]
          : [tokenFact(call, label, token, amount, [word(other, 0)])]),
    ];
  });
}

const coinFact = (at: ContractCall, label: string, amount: bigint): Fact => ({
  label,
  value: formatCoins(amount, at.network.unit),
  kind: 'amount',
  note: amount.toString(),
  ranges: [word(at, 0)],
});

/** Payouts to many, as Disperse has them. */
export const PAYOUT_CALLS = [
  defineCall(
    'function disperseEther(address[] recipients, uint256[] values)',
    ([recipients, amounts], call) =>
      paidOut(call, 'disperse.ether', { token: null, recipients, amounts, word: 0 }),
  ),
  defineCall(
    'function disperseToken(address token, address[] recipients, uint256[] values)',
    ([token, recipients, amounts], call) =>
      paidOut(call, 'disperse.token', { token, recipients, amounts, word: 1 }),
  ),
  defineCall(
    'function disperseTokenSimple(address token, address[] recipients, uint256[] values)',
    ([token, recipients, amounts], call) =>
      paidOut(call, 'disperse.token', { token, recipients, amounts, word: 1 }),
  ),
];
