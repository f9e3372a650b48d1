import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Move } from '../../model/totals.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import { wordOf, type Located } from '../abi/located.ts';
import { theAddress, type ContractCall } from '../call.ts';
import { isStranger, ZERO_ADDRESS } from '../call-warnings.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';
import { coinOf, tokenOf } from '../moves.ts';
import { assetFact } from '../token-amount.ts';
import { findToken } from '../tokens.ts';
import { tokenOrCoin } from './payments.ts';
import { legFacts, theLeg, type SwapLeg } from './swap-leg.ts';

/** What a Safe pays to whoever has its transaction carried out: a price for so much gas. */
interface Refund {
  /** The gas of the call inside. */
  readonly safeTxGas: Located<bigint>;
  /** What is added to it. */
  readonly baseGas: Located<bigint>;
  readonly gasPrice: Located<bigint>;
  /** The zero address is the network's coin. */
  readonly gasToken: Located<Hex>;
  /** The zero address is whoever sends it. */
  readonly refundReceiver: Located<Hex>;
}

/** The most that a Safe pays: its contract takes the gas that was used, which the signed limits bound. */
const most = ({ safeTxGas, baseGas, gasPrice, gasToken }: Refund): SwapLeg => ({
  token: tokenOrCoin(gasToken.value),
  amount: (safeTxGas.value + baseGas.value) * gasPrice.value,
});

const isPaid = (refund: Refund): boolean => most(refund).amount > 0n;

/** From here on a refund is more than gas costs: a twentieth of a coin, or fifty of a token whose decimals are known. */
function isLarge(call: ContractCall, refund: Refund): boolean {
  const { amount, token } = most(refund);
  if (token === null) return amount > 10n ** 18n / 20n;
  const known = findToken(call.chainId, token);
  return known === undefined || amount > 50n * 10n ** BigInt(known.decimals);
}

const isToSender = ({ refundReceiver }: Refund): boolean => refundReceiver.value === ZERO_ADDRESS;

/** The words for a refund: how much at most, and for whom. */
export const refundWords = (call: ContractCall, refund: Refund): SentencePart[] =>
  isPaid(refund)
    ? say(
        ', and pay a refund of up to ',
        theLeg(call, most(refund)),
        ' to ',
        isToSender(refund) ? 'the sender' : theAddress(refund.refundReceiver.value),
      )
    : [];

/** The facts of a refund; none where there is none. */
export function refundFacts(call: ContractCall, refund: Refund): Fact[] {
  if (!isPaid(refund)) return [];
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = refund;
  const ranges = [safeTxGas.range, baseGas.range, gasPrice.range];
  const [amount] = legFacts(call, 'Max refund', most(refund));
  return [
    ...(amount === undefined ? [] : [{ ...amount, ranges }]),
    isToSender(refund)
      ? valueFact('Refund to', { range: wordOf(refundReceiver) }, 'whoever sends the transaction')
      : addressFact('Refund to', refundReceiver),
    ...(tokenOrCoin(gasToken.value) === null
      ? []
      : [assetFact(call, gasToken.value, [gasToken.range], 'Refund in token')]),
  ];
}

/** What leaves the Safe as a refund; null is a sender who is not known. */
export const refundMoves = (call: ContractCall, refund: Refund): Move[] =>
  isPaid(refund)
    ? [
        {
          asset: assetOf(call, most(refund)),
          amount: most(refund).amount,
          from: call.to,
          to: isToSender(refund) ? call.from : refund.refundReceiver.value,
        },
      ]
    : [];

const assetOf = ({ network, chainId }: ContractCall, { token }: SwapLeg) =>
  token === null ? coinOf(network) : tokenOf(chainId, token);

/** The warning of a refund, graver the more it is than gas may cost. */
export function refundWarnings(call: ContractCall, refund: Refund): Warning[] {
  if (!isPaid(refund)) return [];
  const amount = theLeg(call, most(refund)).value;
  const whom = isToSender(refund) ? 'Whoever sends this' : refund.refundReceiver.value;
  const isForStranger = !isToSender(refund) && isStranger(call, refund.refundReceiver.value);
  return [
    warn(
      'SAFE_REFUND',
      isLarge(call, refund) ? 'danger' : 'caution',
      `The Safe pays a refund of up to ${amount}`,
      `${whom} is paid out of the Safe for the gas${isForStranger ? ', and is not one of your addresses' : ''}.`,
    ),
  ];
}
