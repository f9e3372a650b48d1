import type { SentencePart, Warning } from '../../model/decoded.ts';
import { formatUnits } from '../../model/amounts.ts';
import { say, theAmount } from '../../model/sentence.ts';
import type { Located } from '../abi/located.ts';
import type { Hex } from '../address.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';
import { assetFact } from '../token-amount.ts';
import { warnOfPayout } from './recipients.ts';
import { legFacts, theLeg, type SwapLeg } from './swap-leg.ts';

/** All that a router holds of one asset, paid out. */
interface Sweep {
  /** Absent for the network's coin. */
  readonly token?: Located<Hex>;
  /** The least that comes out. */
  readonly amountMinimum: Located<bigint>;
  /** Absent for the router's caller. */
  readonly recipient?: Located<Hex>;
  /** A share of it for somebody, in hundredths of a per cent. */
  readonly feeBips?: Located<bigint>;
  readonly feeRecipient?: Located<Hex>;
}

/** Tells what comes out of a router, whom it goes to, and who keeps a share of it. */
function swept(sweep: Sweep, call: ContractCall): DecodedCall {
  const { token, amountMinimum: least, recipient: to, feeBips: bips, feeRecipient } = sweep;
  const side: SwapLeg = { token: token?.value ?? null, amount: least.value, range: least.range };
  const whom: SentencePart = to === undefined ? { kind: 'text', value: 'the caller' } : theAddress(to.value);
  const fee =
    bips === undefined || feeRecipient === undefined
      ? undefined
      : { bips, to: feeRecipient, percent: `${formatUnits(bips.value, 2)}%` };
  const isUnwrap = token === undefined;
  return decoded(
    isUnwrap ? 'router.unwrapWETH9' : 'router.sweepToken',
    isUnwrap ? 'Unwrap what the router holds' : 'Take out what the router holds',
    {
      sentence: say(
        isUnwrap ? 'Unwrap at least ' : 'Take at least ',
        theLeg(call, side),
        isUnwrap ? ' for ' : ' out to ',
        whom,
        ...(fee === undefined
          ? []
          : say(', less ', theAmount(fee.percent), ' for ', theAddress(fee.to.value))),
      ),
      facts: [
        ...(to === undefined ? [] : [addressFact('To', to)]),
        ...(token === undefined ? [] : [assetFact(call, token.value, [token.range])]),
        ...legFacts(call, 'At least', side).slice(0, 1),
        ...(fee === undefined
          ? []
          : [valueFact('Fee', fee.bips, fee.percent, 'amount'), addressFact('Fee to', fee.to)]),
      ],
      warnings: [
        ...(to === undefined ? [] : warnOfSweep(call, token?.value ?? call.to, to)),
        ...(fee === undefined || fee.bips.value === 0n
          ? []
          : warnOfPayout(call, { address: fee.to, aliases: {} })),
        ...(token === undefined ? [] : warnOfToken(call, token.value)),
      ],
    },
  );
}

/** A stranger who gets all that comes out, or nobody, or the token's own contract. */
function warnOfSweep(call: ContractCall, token: Hex, to: Located<Hex>): Warning[] {
  const lost = warnOfRecipient(call, token, to.value, null);
  return lost.length > 0 ? lost : warnOfPayout(call, { address: to, aliases: {} });
}

const FEE = 'uint256 feeBips, address feeRecipient';

/** What Uniswap's routers and its position manager of version 3 pay out of what they hold, by name or to their caller. */
export const ROUTER_SWEEP_CALLS = [
  defineCall('unwrapWETH9(uint256 amountMinimum, address recipient)', swept),
  defineCall('unwrapWETH9(uint256 amountMinimum)', swept),
  defineCall(`unwrapWETH9WithFee(uint256 amountMinimum, address recipient, ${FEE})`, swept),
  defineCall(`unwrapWETH9WithFee(uint256 amountMinimum, ${FEE})`, swept),
  defineCall('sweepToken(address token, uint256 amountMinimum, address recipient)', swept),
  defineCall('sweepToken(address token, uint256 amountMinimum)', swept),
  defineCall(`sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, ${FEE})`, swept),
  defineCall(`sweepTokenWithFee(address token, uint256 amountMinimum, ${FEE})`, swept),
  defineCall('refundETH()', (_args, call) =>
    decoded('router.refundETH', 'Take back what is left', {
      sentence: say('Take back the coins that the router did not use'),
      facts: [addressFact('Contract', { value: call.to })],
    }),
  ),
];
