import { formatUnits } from '../../model/amounts.ts';
import type { SentencePart, Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import type { Located } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS, warnOfRecipient, warnOfToken } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../model/token-amount.ts';
import { routerVersion, uniswapOn } from '../model/uniswap.ts';
import { WHOLE_BALANCE, payment, portion, tokenOrCoin } from './payments.ts';
import { ALLOWANCE_TRANSFERS, allowanceTransfer, movements } from './permit2-transfers.ts';
import { PERMIT_BATCH, PERMIT_SINGLE } from './permit2.ts';
import { permitFor } from './permit2-grants.ts';
import { newPoolV4 } from './position-manager-v3.ts';
import { LATER_ROUTERS, type Recipient, warnOfPayout } from './recipients.ts';
import { type CommandReader, defineCommand } from './step-readers.ts';
import { ALL_IT_HOLDS, type SwapLeg, legFacts, theLeg } from './swap.ts';
import { POOL_KEY } from './v4-swaps.ts';

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
  const whom: SentencePart =
    to === undefined ? { kind: 'text', value: 'the caller' } : theLocatedAddress(to.value);
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
          : say(', less ', theAmount(fee.percent), ' for ', theLocatedAddress(fee.to.value))),
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

/** A call that a router makes to a position manager: the command's input is that call's whole data. */
const callTo = (
  code: number,
  name: string,
  manager: (on: NonNullable<ReturnType<typeof uniswapOn>>) => Hex,
): CommandReader => ({
  code,
  name,
  read: (call, { range }) => {
    const on = uniswapOn(call.chainId);
    // Which contract a router calls is fixed in its code, and so known for the routers of the local list alone.
    return on === undefined || routerVersion(call.chainId, call.to) === undefined
      ? null
      : call.readInner({ to: manager(on), isByRouter: true, range });
  },
});

/** The commands of Uniswap's universal routers that call its position managers, or make a pool. */
export const ROUTER_POSITIONS: readonly CommandReader[] = [
  callTo(0x11, 'V3_POSITION_MANAGER_PERMIT', ({ positionsV3 }) => positionsV3),
  callTo(0x12, 'V3_POSITION_MANAGER_CALL', ({ positionsV3 }) => positionsV3),
  defineCommand(
    0x13,
    `V4_INITIALIZE_POOL(${POOL_KEY} poolKey, uint160 sqrtPriceX96)`,
    ({ poolKey, sqrtPriceX96 }, call) => newPoolV4(call, poolKey, sqrtPriceX96),
  ),
  callTo(0x14, 'V4_POSITION_MANAGER_CALL', ({ positionsV4 }) => positionsV4),
];

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
          theLocatedAddress(owner.value),
          ' holds at least ',
          theTokenAmount(call, token.value, least.value),
        ),
        facts: [
          addressFact('Owner', owner),
          assetFact(call, token.value, [token.range]),
          tokenFact(call, 'At least', token.value, least),
        ],
        warnings: warnOfToken(call, token.value),
      }),
  ),
];
