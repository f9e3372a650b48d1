import type { SentencePart, Warning } from '../../decoded.ts';
import { formatUnits } from '../../amounts.ts';
import { say, theAmount } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  decoded,
  theAddress,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact } from '../token-amount.ts';
import { warnOfPayout, type Recipient } from './recipients.ts';
import { legFacts, theLeg, type SwapLeg } from './swap-leg.ts';

/** All that a router holds of one asset, paid out. The words follow each other in this order; those that are null are left out. */
interface Sweep {
  /** Null for the network's coin. */
  readonly token: Hex | null;
  /** The least that comes out. */
  readonly least: bigint;
  /** Null for the router's caller. */
  readonly to: Hex | null;
  /** A share of it for somebody, in hundredths of a per cent. */
  readonly fee?: { readonly bips: bigint; readonly address: Hex };
}

/** Somebody who gets something, and the word of the address. */
type Placed = Omit<Recipient, 'aliases'>;

/** Tells what comes out of a router, whom it goes to, and who keeps a share of it. */
function swept(call: ContractCall, { token, least, to: toAddress, fee: share }: Sweep): DecodedCall {
  const leastWord = token === null ? 0 : 1;
  const to: Placed | null = toAddress === null ? null : { address: toAddress, word: leastWord + 1 };
  const bipsWord = leastWord + (to === null ? 1 : 2);
  const fee = share === undefined ? undefined : { ...share, bipsWord, word: bipsWord + 1 };
  const side: SwapLeg = { token, amount: least, word: leastWord };
  const whom: SentencePart = to === null ? { kind: 'text', value: 'the caller' } : theAddress(to.address);
  const percent = fee === undefined ? '' : `${formatUnits(fee.bips, 2)}%`;
  const isUnwrap = token === null;
  return decoded(
    isUnwrap ? 'router.unwrapWETH9' : 'router.sweepToken',
    isUnwrap ? 'Unwrap what the router holds' : 'Take out what the router holds',
    {
      sentence: say(
        isUnwrap ? 'Unwrap at least ' : 'Take at least ',
        theLeg(call, side),
        isUnwrap ? ' for ' : ' out to ',
        whom,
        ...(fee === undefined ? [] : say(', less ', theAmount(percent), ' for ', theAddress(fee.address))),
      ),
      facts: [
        ...(to === null ? [] : [addressFact(call, 'To', to.address, to.word)]),
        ...(token === null
          ? legFacts(call, 'At least', side)
          : [assetFact(call, token, [word(call, 0, 12)]), ...legFacts(call, 'At least', side).slice(0, 1)]),
        ...(fee === undefined
          ? []
          : [
              wordFact(call, 'Fee', percent, fee.bipsWord, 'amount'),
              addressFact(call, 'Fee to', fee.address, fee.word),
            ]),
      ],
      warnings: [
        ...(to === null ? [] : warnOfSweep(call, token, to)),
        ...(fee === undefined || fee.bips === 0n
          ? []
          : warnOfPayout(call, { address: fee.address, word: fee.word, aliases: {} })),
        ...(token === null ? [] : warnOfToken(call, token)),
      ],
    },
  );
}

/** A stranger who gets all that comes out, or nobody, or the token's own contract. */
function warnOfSweep(call: ContractCall, token: Hex | null, to: Placed): Warning[] {
  const lost = warnOfRecipient(call, token ?? call.to, to.address, null);
  return lost.length > 0 ? lost : warnOfPayout(call, { ...to, aliases: {} });
}

/** What Uniswap's routers and its position manager of version 3 pay out of what they hold, by name or to their caller. */
export const ROUTER_SWEEP_CALLS = [
  defineCall('function unwrapWETH9(uint256 amountMinimum, address recipient)', ([least, to], call) =>
    swept(call, { token: null, least, to }),
  ),
  defineCall('function unwrapWETH9(uint256 amountMinimum)', ([least], call) =>
    swept(call, { token: null, least, to: null }),
  ),
  defineCall(
    'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([least, to, bips, address], call) => swept(call, { token: null, least, to, fee: { bips, address } }),
  ),
  defineCall(
    'function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([least, bips, address], call) => swept(call, { token: null, least, to: null, fee: { bips, address } }),
  ),
  defineCall(
    'function sweepToken(address token, uint256 amountMinimum, address recipient)',
    ([token, least, to], call) => swept(call, { token, least, to }),
  ),
  defineCall('function sweepToken(address token, uint256 amountMinimum)', ([token, least], call) =>
    swept(call, { token, least, to: null }),
  ),
  defineCall(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([token, least, to, bips, address], call) => swept(call, { token, least, to, fee: { bips, address } }),
  ),
  defineCall(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([token, least, bips, address], call) => swept(call, { token, least, to: null, fee: { bips, address } }),
  ),
  defineCall('function refundETH()', (_args, call) =>
    decoded('router.refundETH', 'Take back what is left', {
      sentence: say('Take back the coins that the router did not use'),
      facts: [{ label: 'Contract', value: call.to, kind: 'address' }],
    }),
  ),
];
