import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { addressFact, decoded, theAddress, tupleAt, word } from '../call.ts';
import { warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCommand } from '../define-command.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { payment, portion, tokenOrCoin, WHOLE_BALANCE } from './payments.ts';
import { batchPermit, PERMIT_BATCH, PERMIT_SINGLE, singlePermit } from './permit2-grants.ts';
import { allowanceTransfers, ALLOWANCE_TRANSFERS, movements } from './permit2-transfers.ts';
import { LATER_ROUTERS, type Recipient } from './recipients.ts';
import { ALL_IT_HOLDS, type SwapLeg } from './swap-leg.ts';

const whomTo = (address: Hex, index: number): Recipient => ({
  address,
  word: index,
  aliases: LATER_ROUTERS,
});

/** So much of a token, of which the zero address stands for the network's coin. */
const amountOf = (token: Hex, amount: bigint, index: number): SwapLeg => ({
  token: tokenOrCoin(token),
  amount,
  word: index,
  ...(amount === WHOLE_BALANCE ? { instead: ALL_IT_HOLDS } : {}),
});

const OF_WHAT = 'that the router holds';

/** The commands of Uniswap's universal routers by which tokens come in, go out or are allowed. */
export const ROUTER_PAYMENTS = [
  defineCommand(
    0x02,
    'PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)',
    ([token, to, amount], call) =>
      payment(call, {
        id: 'universalRouter.permit2TransferFrom',
        title: 'Payment by the caller',
        words: (side, whom) => say('Take ', side, ' from the caller for ', whom),
        label: 'Amount',
        side: { token, amount, word: 2 },
        recipient: whomTo(to, 1),
      }),
  ),
  defineCommand(0x03, `PERMIT2_PERMIT_BATCH(${PERMIT_BATCH} permit, bytes signature)`, ([permit], call) =>
    batchPermit(call, null, permit, tupleAt(call, 0)),
  ),
  defineCommand(
    0x04,
    'SWEEP(address token, address recipient, uint256 amountMin)',
    ([token, to, amount], call) =>
      payment(call, {
        id: 'universalRouter.sweep',
        title: 'Everything paid out',
        words: (side, whom) => say('Pay all that the router holds, at least ', side, ', to ', whom),
        label: 'At least',
        side: amountOf(token, amount, 2),
        recipient: whomTo(to, 1),
      }),
  ),
  defineCommand(
    0x05,
    'TRANSFER(address token, address recipient, uint256 value)',
    ([token, to, amount], call) =>
      payment(call, {
        id: 'universalRouter.transfer',
        title: 'Payment by the router',
        words: (side, whom) => say('Pay ', side, ' out of the router to ', whom),
        label: 'Amount',
        side: amountOf(token, amount, 2),
        recipient: whomTo(to, 1),
      }),
  ),
  defineCommand(
    0x06,
    'PAY_PORTION(address token, address recipient, uint256 bips)',
    ([token, to, bips], call) =>
      portion(call, {
        id: 'universalRouter.payPortion',
        token,
        recipient: whomTo(to, 1),
        share: bips,
        decimals: 2,
        ofWhat: OF_WHAT,
      }),
  ),
  defineCommand(
    0x07,
    'PAY_PORTION_FULL_PRECISION(address token, address recipient, uint256 portion)',
    ([token, to, share], call) =>
      portion(call, {
        id: 'universalRouter.payPortion',
        token,
        recipient: whomTo(to, 1),
        share,
        decimals: 16,
        ofWhat: OF_WHAT,
      }),
  ),
  defineCommand(0x0a, `PERMIT2_PERMIT(${PERMIT_SINGLE} permit, bytes signature)`, ([permit], call) =>
    singlePermit(call, null, permit, 0),
  ),
  defineCommand(0x0b, 'WRAP_ETH(address recipient, uint256 amount)', ([to, amount], call) =>
    payment(call, {
      id: 'universalRouter.wrap',
      title: 'Wrap',
      words: (side, whom) => say('Wrap ', side, ' for ', whom),
      label: 'Amount',
      side: amountOf(ZERO_ADDRESS, amount, 1),
      recipient: whomTo(to, 0),
    }),
  ),
  defineCommand(0x0c, 'UNWRAP_WETH(address recipient, uint256 amountMin)', ([to, amount], call) =>
    payment(call, {
      id: 'universalRouter.unwrap',
      title: 'Unwrap',
      words: (side, whom) => say('Unwrap all that the router holds, at least ', side, ', for ', whom),
      label: 'At least',
      side: amountOf(ZERO_ADDRESS, amount, 1),
      recipient: whomTo(to, 0),
    }),
  ),
  defineCommand(0x0f, 'UNWRAP_WETH_EXACT(address recipient, uint256 amount)', ([to, amount], call) =>
    payment(call, {
      id: 'universalRouter.unwrapExact',
      title: 'Unwrap',
      words: (side, whom) => say('Unwrap ', side, ' for ', whom),
      label: 'Amount',
      side: amountOf(ZERO_ADDRESS, amount, 1),
      recipient: whomTo(to, 0),
    }),
  ),
  defineCommand(0x0d, `PERMIT2_TRANSFER_FROM_BATCH(${ALLOWANCE_TRANSFERS} details)`, ([details], call) =>
    movements(call, 'universalRouter.permit2TransferFromBatch', allowanceTransfers(call, details, 0)),
  ),
  defineCommand(
    0x0e,
    'BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)',
    ([owner, token, least], call) =>
      decoded('universalRouter.balanceCheck', 'Condition', {
        sentence: say(
          'Go on only if ',
          theAddress(owner),
          ' holds at least ',
          theTokenAmount(call, token, least),
        ),
        facts: [
          addressFact(call, 'Owner', owner, 0),
          assetFact(call, token, [word(call, 1, 12)]),
          tokenFact(call, 'At least', token, least, [word(call, 2)]),
        ],
        warnings: warnOfToken(call, token),
      }),
  ),
];
