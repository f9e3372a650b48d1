import type { Fact, SentencePart, Warning } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Move } from '../../totals.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { addressFact, theAddress, word, type ContractCall } from '../call.ts';
import { isStranger, ZERO_ADDRESS } from '../call-warnings.ts';
import { coinOf, tokenOf } from '../moves.ts';
import { assetFact } from '../token-amount.ts';
import { findToken } from '../tokens.ts';
import { legFacts, theLeg, type SwapLeg } from './swap-leg.ts';

/** What a Safe pays to whoever has its transaction carried out: a price for so much gas. */
interface Refund {
  /** The gas of the call inside and what is added to it. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
  /** Null for the network's coin. */
  readonly token: Hex | null;
  /** The zero address is whoever sends it. */
  readonly receiver: Hex;
}

/** The most that a Safe pays: its contract takes the gas that was used, which the signed limits bound. */
const most = ({ gas, gasPrice, token }: Refund): SwapLeg => ({ token, amount: gas * gasPrice, word: 6 });

const isPaid = (refund: Refund): boolean => most(refund).amount > 0n;

/** From here on a refund is more than gas costs: a twentieth of a coin, or fifty of a token whose decimals are known. */
function isLarge(call: ContractCall, refund: Refund): boolean {
  const { amount, token } = most(refund);
  if (token === null) return amount > 10n ** 18n / 20n;
  const known = findToken(call.chainId, token);
  return known === undefined || amount > 50n * 10n ** BigInt(known.decimals);
}

const isToSender = ({ receiver }: Refund): boolean => receiver === ZERO_ADDRESS;

/** The words for a refund: how much at most, and for whom. */
export const refundWords = (call: ContractCall, refund: Refund): SentencePart[] =>
  isPaid(refund)
    ? say(
        ', and pay a refund of up to ',
        theLeg(call, most(refund)),
        ' to ',
        isToSender(refund) ? 'the sender' : theAddress(refund.receiver),
      )
    : [];

/** The facts of a refund; none where there is none. */
export function refundFacts(call: ContractCall, refund: Refund): Fact[] {
  if (!isPaid(refund)) return [];
  const [amount] = legFacts(call, 'Max refund', most(refund));
  return [
    ...(amount === undefined ? [] : [{ ...amount, ranges: [4, 5, 6].map((index) => word(call, index)) }]),
    isToSender(refund)
      ? { label: 'Refund to', value: 'whoever sends the transaction', kind: 'text', ranges: [word(call, 8)] }
      : addressFact(call, 'Refund to', refund.receiver, 8),
    ...(refund.token === null ? [] : [assetFact(call, refund.token, [word(call, 7, 12)], 'Refund in token')]),
  ];
}

/** What leaves the Safe as a refund; null is a sender who is not known. */
export const refundMoves = (call: ContractCall, refund: Refund): Move[] =>
  isPaid(refund)
    ? [
        {
          asset: refund.token === null ? coinOf(call.network) : tokenOf(call.chainId, refund.token),
          amount: most(refund).amount,
          from: call.to,
          to: isToSender(refund) ? call.from : refund.receiver,
        },
      ]
    : [];

/** The warning of a refund, graver the more it is than gas may cost. */
export function refundWarnings(call: ContractCall, refund: Refund): Warning[] {
  if (!isPaid(refund)) return [];
  const amount = theLeg(call, most(refund)).value;
  const whom = isToSender(refund) ? 'Whoever sends this' : refund.receiver;
  const isForStranger = !isToSender(refund) && isStranger(call, refund.receiver);
  return [
    warn(
      'SAFE_REFUND',
      isLarge(call, refund) ? 'danger' : 'caution',
      `The Safe pays a refund of up to ${amount}`,
      `${whom} is paid out of the Safe for the gas${isForStranger ? ', and is not one of your addresses' : ''}.`,
    ),
  ];
}
