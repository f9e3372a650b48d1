import type { SentencePart } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theAddress, type ContractCall } from '../call.ts';
import { warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCommand } from '../define-command.ts';
import { addressFact } from '../descriptions/facts.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { payment, portion, tokenOrCoin, WHOLE_BALANCE } from './payments.ts';
import { permitFor, PERMIT_BATCH, PERMIT_SINGLE } from './permit2-grants.ts';
import { allowanceTransfer, ALLOWANCE_TRANSFERS, movements } from './permit2-transfers.ts';
import { LATER_ROUTERS, type Recipient } from './recipients.ts';
import { ALL_IT_HOLDS, type SwapLeg } from './swap-leg.ts';

const whomTo = (address: Located<Hex>): Recipient => ({ address, aliases: LATER_ROUTERS });

/** So much of a token, of which the zero address stands for the network's coin. */
const amountOf = (token: Hex, { value, range }: Located<bigint>): SwapLeg => ({
  token: tokenOrCoin(token),
  amount: value,
  range,
  ...(value === WHOLE_BALANCE ? { instead: ALL_IT_HOLDS } : {}),
});

type Words = (side: SentencePart, whom: SentencePart) => SentencePart[];
interface Wrapped {
  readonly recipient: Located<Hex>;
  readonly amount: Located<bigint>;
}

/** Coins that are wrapped or unwrapped for somebody. */
const wrapping =
  (id: string, title: string, words: Words, label = 'Amount') =>
  ({ recipient, amount }: Wrapped, call: ContractCall) =>
    payment(call, {
      id,
      title,
      words,
      label,
      side: amountOf(ZERO_ADDRESS, amount),
      recipient: whomTo(recipient),
    });

/** A share of what the router holds. @param decimals how many of the share's digits make a per cent */
const share =
  (decimals: number) =>
  (
    { token, recipient, share }: { token: Located<Hex>; recipient: Located<Hex>; share: Located<bigint> },
    call: ContractCall,
  ) =>
    portion(call, {
      id: 'universalRouter.payPortion',
      token,
      recipient: whomTo(recipient),
      share,
      decimals,
      ofWhat: 'that the router holds',
    });

/** The commands of Uniswap's universal routers by which tokens come in, go out or are allowed. */
export const ROUTER_PAYMENTS = [
  defineCommand(
    0x02,
    'PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)',
    ({ token, recipient, amount }, call) =>
      payment(call, {
        id: 'universalRouter.permit2TransferFrom',
        title: 'Payment by the caller',
        words: (side, whom) => say('Take ', side, ' from the caller for ', whom),
        label: 'Amount',
        side: { token: token.value, amount: amount.value, range: amount.range },
        recipient: whomTo(recipient),
      }),
  ),
  defineCommand(0x03, `PERMIT2_PERMIT_BATCH(${PERMIT_BATCH} permit, bytes signature)`, ({ permit }, call) =>
    permitFor(call, null, permit),
  ),
  defineCommand(
    0x04,
    'SWEEP(address token, address recipient, uint256 amountMin)',
    ({ token, recipient, amountMin }, call) =>
      payment(call, {
        id: 'universalRouter.sweep',
        title: 'Everything paid out',
        words: (side, whom) => say('Pay all that the router holds, at least ', side, ', to ', whom),
        label: 'At least',
        side: amountOf(token.value, amountMin),
        recipient: whomTo(recipient),
      }),
  ),
  defineCommand(
    0x05,
    'TRANSFER(address token, address recipient, uint256 value)',
    ({ token, recipient, value }, call) =>
      payment(call, {
        id: 'universalRouter.transfer',
        title: 'Payment by the router',
        words: (side, whom) => say('Pay ', side, ' out of the router to ', whom),
        label: 'Amount',
        side: amountOf(token.value, value),
        recipient: whomTo(recipient),
      }),
  ),
  defineCommand(0x06, 'PAY_PORTION(address token, address recipient, uint256 share)', share(2)),
  defineCommand(
    0x07,
    'PAY_PORTION_FULL_PRECISION(address token, address recipient, uint256 share)',
    share(16),
  ),
  defineCommand(0x0a, `PERMIT2_PERMIT(${PERMIT_SINGLE} permit, bytes signature)`, ({ permit }, call) =>
    permitFor(call, null, permit),
  ),
  defineCommand(
    0x0b,
    'WRAP_ETH(address recipient, uint256 amount)',
    wrapping('universalRouter.wrap', 'Wrap', (side, whom) => say('Wrap ', side, ' for ', whom)),
  ),
  defineCommand(
    0x0c,
    'UNWRAP_WETH(address recipient, uint256 amount)',
    wrapping(
      'universalRouter.unwrap',
      'Unwrap',
      (side, whom) => say('Unwrap all that the router holds, at least ', side, ', for ', whom),
      'At least',
    ),
  ),
  defineCommand(
    0x0f,
    'UNWRAP_WETH_EXACT(address recipient, uint256 amount)',
    wrapping('universalRouter.unwrapExact', 'Unwrap', (side, whom) => say('Unwrap ', side, ' for ', whom)),
  ),
  defineCommand(0x0d, `PERMIT2_TRANSFER_FROM_BATCH(${ALLOWANCE_TRANSFERS} details)`, ({ details }, call) =>
    movements(
      call,
      'universalRouter.permit2TransferFromBatch',
      details.items.map((move) => allowanceTransfer(call, move)),
    ),
  ),
  defineCommand(
    0x0e,
    'BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)',
    ({ owner, token, minBalance: least }, call) =>
      decoded('universalRouter.balanceCheck', 'Condition', {
        sentence: say(
          'Go on only if ',
          theAddress(owner.value),
          ' holds at least ',
          theTokenAmount(call, token.value, least.value),
        ),
        facts: [
          addressFact('Owner', owner),
          assetFact(call, token.value, [token.range]),
          tokenFact(call, 'At least', token.value, least.value, [least.range]),
        ],
        warnings: warnOfToken(call, token.value),
      }),
  ),
];
