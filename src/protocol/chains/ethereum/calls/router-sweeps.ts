import type { Fact, SentencePart, Warning } from '../../reading.ts';
import { formatUnits } from '../../amounts.ts';
import { say, theAmount } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { addressFact, reading, theAddress, wordFact, type CallReading, type ContractCall } from '../call.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact } from '../token-amount.ts';
import { word } from '../call.ts';
import { warnOfPayout } from './recipients.ts';
import { sideFacts, theSide, type Side } from './sides.ts';

/** All that a router holds of one asset, paid out. Null stands for its caller. */
interface Sweep {
  readonly token: Hex | null;
  /** The least that comes out, and its word. */
  readonly least: bigint;
  readonly leastWord: number;
  readonly to: { readonly address: Hex; readonly word: number } | null;
  /** A share of it for somebody, in hundredths of a per cent, and the word of that share; whom it is for is behind it. */
  readonly fee?: { readonly bips: bigint; readonly address: Hex; readonly word: number };
}

/** Tells what comes out of a router, whom it goes to, and who keeps a share of it. */
function swept(call: ContractCall, { token, least, leastWord, to, fee }: Sweep): CallReading {
  const side: Side = { token, amount: least, word: leastWord };
  const whom: SentencePart = to === null ? { kind: 'text', value: 'the caller' } : theAddress(to.address);
  const percent = fee === undefined ? '' : `${formatUnits(fee.bips, 2)}%`;
  const isUnwrap = token === null;
  return reading(
    isUnwrap ? 'router.unwrapWETH9' : 'router.sweepToken',
    isUnwrap ? 'Unwrap what the router holds' : 'Take out what the router holds',
    {
      sentence: say(
        isUnwrap ? 'Unwrap at least ' : 'Take at least ',
        theSide(call, side),
        isUnwrap ? ' for ' : ' out to ',
        whom,
        ...(fee === undefined ? [] : say(', less ', theAmount(percent), ' for ', theAddress(fee.address))),
      ),
      facts: [
        ...(to === null ? [] : [addressFact(call, 'To', to.address, to.word)]),
        ...(token === null
          ? sideFacts(call, 'At least', side)
          : [assetFact(call, token, [word(call, 0, 12)]), ...sideFacts(call, 'At least', side).slice(0, 1)]),
        ...(fee === undefined ? [] : feeFacts(call, percent, fee)),
      ],
      warnings: [
        ...(to === null ? [] : warnOfSweep(call, token, to)),
        ...(fee === undefined || fee.bips === 0n
          ? []
          : warnOfPayout(call, { ...feeRecipient(fee), standIns: {} })),
        ...(token === null ? [] : warnOfToken(call, token)),
      ],
    },
  );
}

const feeRecipient = ({ address, word: at }: NonNullable<Sweep['fee']>) => ({ address, word: at + 1 });

const feeFacts = (call: ContractCall, percent: string, fee: NonNullable<Sweep['fee']>): Fact[] => [
  wordFact(call, 'Fee', percent, fee.word, 'amount'),
  addressFact(call, 'Fee to', fee.address, fee.word + 1),
];

/** A stranger who gets all that comes out, or nobody, or the token's own contract. */
function warnOfSweep(
  call: ContractCall,
  token: Hex | null,
  { address, word: at }: NonNullable<Sweep['to']>,
): Warning[] {
  const lost = warnOfRecipient(call, token ?? call.to, address, null);
  return lost.length > 0 ? lost : warnOfPayout(call, { address, word: at, standIns: {} });
}

/** What Uniswap's routers and its position manager of version 3 pay out of what they hold, by name or to their caller. */
export const ROUTER_SWEEP_CALLS = [
  defineCall('function unwrapWETH9(uint256 amountMinimum, address recipient)', ([least, to], call) =>
    swept(call, { token: null, least, leastWord: 0, to: { address: to, word: 1 } }),
  ),
  defineCall('function unwrapWETH9(uint256 amountMinimum)', ([least], call) =>
    swept(call, { token: null, least, leastWord: 0, to: null }),
  ),
  defineCall(
    'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([least, to, bips, address], call) =>
      swept(call, {
        token: null,
        least,
        leastWord: 0,
        to: { address: to, word: 1 },
        fee: { bips, address, word: 2 },
      }),
  ),
  defineCall(
    'function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([least, bips, address], call) =>
      swept(call, { token: null, least, leastWord: 0, to: null, fee: { bips, address, word: 1 } }),
  ),
  defineCall(
    'function sweepToken(address token, uint256 amountMinimum, address recipient)',
    ([token, least, to], call) => swept(call, { token, least, leastWord: 1, to: { address: to, word: 2 } }),
  ),
  defineCall('function sweepToken(address token, uint256 amountMinimum)', ([token, least], call) =>
    swept(call, { token, least, leastWord: 1, to: null }),
  ),
  defineCall(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([token, least, to, bips, address], call) =>
      swept(call, {
        token,
        least,
        leastWord: 1,
        to: { address: to, word: 2 },
        fee: { bips, address, word: 3 },
      }),
  ),
  defineCall(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([token, least, bips, address], call) =>
      swept(call, { token, least, leastWord: 1, to: null, fee: { bips, address, word: 2 } }),
  ),
  defineCall('function refundETH()', (_args, call) =>
    reading('router.refundETH', 'Take back what is left', {
      sentence: say('Take back the coins that the router did not use'),
      facts: [{ label: 'Contract', value: call.to, kind: 'address' }],
    }),
  ),
];
