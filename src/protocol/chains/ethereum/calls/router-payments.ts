import type { SentencePart } from '../../reading.ts';
import { formatUnits } from '../../amounts.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  reading,
  theAddress,
  tupleAt,
  word,
  wordFact,
  type CallReading,
  type ContractCall,
} from '../call.ts';
import { warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCommand } from '../define-command.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { batchPermit, PERMIT_BATCH, PERMIT_SINGLE, singlePermit } from './permit2-grants.ts';
import { allowanceTransfers, ALLOWANCE_TRANSFERS, movements } from './permit2-transfers.ts';
import { LATER_ROUTERS, recipientFact, theRecipient, warnOfPayout } from './recipients.ts';
import { WHOLE_BALANCE } from './router-swaps.ts';
import { ALL_IT_HOLDS, sideFacts, theSide, warnOfSides, type Side } from './sides.ts';

/** A payment by a command: what, and whom to. */
interface Payment {
  readonly id: string;
  readonly title: string;
  readonly words: (side: SentencePart, to: SentencePart) => SentencePart[];
  readonly label: string;
  readonly side: Side;
  readonly to: readonly [address: Hex, word: number];
}

function payment(
  call: ContractCall,
  { id, title, words, label, side, to: [address, index] }: Payment,
): CallReading {
  const recipient = { address, word: index, standIns: LATER_ROUTERS };
  return reading(id, title, {
    sentence: words(theSide(call, side), theRecipient(recipient)),
    facts: [recipientFact(call, recipient), ...sideFacts(call, label, side)],
    warnings: [...warnOfPayout(call, recipient), ...warnOfSides(call, side)],
  });
}

/** So much of a token, of which the zero address stands for the network's coin. */
const amountOf = (token: Hex, amount: bigint, index: number): Side => ({
  token: token === ZERO_ADDRESS ? null : token,
  amount,
  word: index,
  ...(amount === WHOLE_BALANCE ? { instead: ALL_IT_HOLDS } : {}),
});

/** A share above this, in hundredths of a per cent, is more than the usual fee for a front end. */
const USUAL_PORTION = 100n;

function portion(call: ContractCall, [token, address, bips]: readonly [Hex, Hex, bigint]): CallReading {
  const recipient = { address, word: 1, standIns: LATER_ROUTERS };
  const share = `${formatUnits(bips, 2)}%`;
  const coin = token === ZERO_ADDRESS;
  const high = warn(
    'HIGH_PORTION',
    'caution',
    'A large share goes away',
    `${share} of what the router holds is paid out.`,
  );
  return reading('universalRouter.payPortion', 'Share paid out', {
    sentence: say(
      'Pay ',
      theAmount(share),
      ' of the ',
      ...(coin ? say(call.network.unit) : say('token ', theAddress(token))),
      ' that the router holds to ',
      theRecipient(recipient),
    ),
    facts: [
      recipientFact(call, recipient),
      wordFact(call, 'Share', share, 2, 'amount'),
      ...(coin ? [] : [assetFact(call, token, [word(call, 0, 12)])]),
    ],
    warnings: [
      ...(bips > USUAL_PORTION ? [high] : []),
      ...warnOfPayout(call, recipient),
      ...(coin ? [] : warnOfToken(call, token)),
    ],
  });
}

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
        to: [to, 1],
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
        to: [to, 1],
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
        to: [to, 1],
      }),
  ),
  defineCommand(0x06, 'PAY_PORTION(address token, address recipient, uint256 bips)', (args, call) =>
    portion(call, args),
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
      to: [to, 0],
    }),
  ),
  defineCommand(0x0c, 'UNWRAP_WETH(address recipient, uint256 amountMin)', ([to, amount], call) =>
    payment(call, {
      id: 'universalRouter.unwrap',
      title: 'Unwrap',
      words: (side, whom) => say('Unwrap all that the router holds, at least ', side, ', for ', whom),
      label: 'At least',
      side: amountOf(ZERO_ADDRESS, amount, 1),
      to: [to, 0],
    }),
  ),
  defineCommand(0x0d, `PERMIT2_TRANSFER_FROM_BATCH(${ALLOWANCE_TRANSFERS} details)`, ([details], call) =>
    movements(call, 'universalRouter.permit2TransferFromBatch', allowanceTransfers(call, details, 0)),
  ),
  defineCommand(
    0x0e,
    'BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)',
    ([owner, token, least], call) =>
      reading('universalRouter.balanceCheck', 'Condition', {
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
