import type { Fact } from '../../decoded.ts';
import type { Hex } from '../address.ts';
import { wordFact, type DecodedCall, type ContractCall } from '../call.ts';
import { defineWithHopPrices } from '../define-command.ts';
import { hopPriceFacts } from './hops.ts';
import { backwards, endsOfList, endsOfPath, type Ends } from './paths.ts';
import { WHOLE_BALANCE } from './payments.ts';
import { LATER_ROUTERS } from './recipients.ts';
import { ALL_IT_HOLDS } from './swap-leg.ts';
import { noRoute, swap } from './swap.ts';

interface RouterSwap {
  readonly id: string;
  readonly exactIn: boolean;
  readonly recipient: Hex;
  /** The amount that is exact, in word 1, and its bound on the other side, in word 2. */
  readonly exact: bigint;
  readonly bound: bigint;
  readonly ends: Ends | null;
  /** Whether the caller pays, through Permit2, and not the router. */
  readonly payerIsUser: boolean;
  /** The least price of each hop, whose pointer is word 5; none on the first routers. */
  readonly prices: readonly bigint[];
  /** What an exact amount of zero stands for, if anything. */
  readonly zero?: string;
}

function routerSwap(
  call: ContractCall,
  { id, exactIn, recipient, exact, bound, ends, payerIsUser, prices, zero }: RouterSwap,
): DecodedCall {
  if (ends === null) return noRoute(call, id);
  const instead = exact === WHOLE_BALANCE ? ALL_IT_HOLDS : exact === 0n ? zero : undefined;
  const paid = exactIn ? exact : bound;
  const payer: Fact = wordFact(
    call,
    'Paid by',
    payerIsUser ? 'the caller, through Permit2' : 'the router',
    4,
  );
  return swap(call, {
    id,
    exactIn,
    pays: {
      token: ends.first,
      amount: paid,
      word: exactIn ? 1 : 2,
      ...(exactIn && instead !== undefined ? { instead } : {}),
    },
    gets: { token: ends.last, amount: exactIn ? bound : exact, word: exactIn ? 2 : 1 },
    recipient: { address: recipient, word: 0, aliases: LATER_ROUTERS },
    more: [payer, ...hopPriceFacts(call, prices, 5)],
  });
}

const reversedPath = (path: Hex): Ends | null => {
  const ends = endsOfPath(path);
  return ends === null ? null : backwards(ends);
};

/** What V2's swaps take an amount of zero for. */
const PAID_BEFORE = 'what was paid to the pair before';

/** The swaps among the commands of Uniswap's universal routers, by its versions 2 and 3. */
export const ROUTER_SWAPS = [
  defineWithHopPrices(
    0x00,
    'V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)',
    ([recipient, exact, bound, path, payerIsUser], call, prices) =>
      routerSwap(call, {
        id: 'universalRouter.v3SwapExactIn',
        exactIn: true,
        recipient,
        exact,
        bound,
        ends: endsOfPath(path),
        payerIsUser,
        prices,
      }),
  ),
  defineWithHopPrices(
    0x01,
    'V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)',
    ([recipient, exact, bound, path, payerIsUser], call, prices) =>
      routerSwap(call, {
        id: 'universalRouter.v3SwapExactOut',
        exactIn: false,
        recipient,
        exact,
        bound,
        ends: reversedPath(path),
        payerIsUser,
        prices,
      }),
  ),
  defineWithHopPrices(
    0x08,
    'V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser)',
    ([recipient, exact, bound, path, payerIsUser], call, prices) =>
      routerSwap(call, {
        id: 'universalRouter.v2SwapExactIn',
        exactIn: true,
        recipient,
        exact,
        bound,
        ends: endsOfList(path),
        payerIsUser,
        prices,
        zero: PAID_BEFORE,
      }),
  ),
  defineWithHopPrices(
    0x09,
    'V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, bool payerIsUser)',
    ([recipient, exact, bound, path, payerIsUser], call, prices) =>
      routerSwap(call, {
        id: 'universalRouter.v2SwapExactOut',
        exactIn: false,
        recipient,
        exact,
        bound,
        ends: endsOfList(path),
        payerIsUser,
        prices,
      }),
  ),
];
