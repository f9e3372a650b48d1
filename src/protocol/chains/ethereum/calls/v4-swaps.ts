import type { Fact } from '../../reading.ts';
import type { Hex } from '../address.ts';
import { tupleAt, type CallReading, type ContractCall } from '../call.ts';
import { defineCommand } from '../define-command.ts';
import { assetFact } from '../token-amount.ts';
import { hopFacts, hopPriceFact, hopPriceFacts, warnOfHooks, type Hop } from './hops.ts';
import { backwards, type Ends } from './paths.ts';
import { tokenOrCoin } from './payments.ts';
import type { Side } from './sides.ts';
import { noRoute, swap } from './swap.ts';

/** A pool of version 4 in Solidity's form; its words stand where it does. */
export const POOL_KEY =
  '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)';
const PATH = '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[]';

/** What an amount of zero stands for in swaps (Uniswap's `OPEN_DELTA`). */
const LEFT_OVER = 'everything that earlier steps left';
const OWED = 'everything that is owed';

interface V4Swap {
  readonly exactIn: boolean;
  readonly ends: Ends;
  /** The amount that is exact, and its bound on the other side in the word behind. */
  readonly exact: bigint;
  readonly bound: bigint;
  /** The word of the exact amount. */
  readonly word: number;
  readonly hops: readonly Hop[];
  /** The tokens between both ends. */
  readonly through: readonly Hex[];
  readonly prices: ReturnType<typeof hopPriceFacts>;
}

/** Tells a swap, of which later actions pay what is owed, and pay out what came in. */
function swapV4(
  call: ContractCall,
  { exactIn, ends, exact, bound, word, hops, through, prices }: V4Swap,
): CallReading {
  const side = (token: Hex, isExact: boolean): Side => ({
    token: tokenOrCoin(token),
    amount: isExact ? exact : bound,
    word: isExact ? word : word + 1,
    ...(isExact && exact === 0n ? { instead: exactIn ? LEFT_OVER : OWED } : {}),
  });
  const told = swap(call, {
    id: exactIn ? 'uniswapV4.swapExactIn' : 'uniswapV4.swapExactOut',
    exactIn,
    pays: side(ends.first, exactIn),
    gets: side(ends.last, !exactIn),
    recipient: null,
    more: [...through.map((token) => throughFact(call, token)), ...hopFacts(hops), ...prices],
  });
  return { ...told, warnings: [...told.warnings, ...warnOfHooks(hops)] };
}

const throughFact = (call: ContractCall, token: Hex): Fact =>
  tokenOrCoin(token) === null
    ? { label: 'Through', value: call.network.unit, kind: 'text' }
    : assetFact(call, token, undefined, 'Through');

interface SingleSwap {
  readonly poolKey: {
    readonly currency0: Hex;
    readonly currency1: Hex;
    readonly fee: number;
    readonly hooks: Hex;
  };
  readonly zeroForOne: boolean;
  readonly hookData: Hex;
  /** The least price of the hop, in word 8; null on the first routers. */
  readonly price: bigint | null;
}

/** A swap in one pool, whose tuple is the pointer in word 0. */
function inOnePool(
  input: ContractCall,
  exactIn: boolean,
  [exact, bound]: readonly [bigint, bigint],
  { poolKey, zeroForOne, hookData, price }: SingleSwap,
): CallReading {
  const at = tupleAt(input, 0);
  const forwards: Ends = { first: poolKey.currency0, last: poolKey.currency1 };
  return swapV4(at, {
    exactIn,
    ends: zeroForOne ? forwards : backwards(forwards),
    exact,
    bound,
    word: 6,
    hops: [{ ...poolKey, hookData }],
    through: [],
    prices: price === null ? [] : [hopPriceFact(price, 'Least price', at, 8)],
  });
}

type PathKey = Hop & { readonly intermediateCurrency: Hex };

/** A swap along a path, whose tuple is the pointer in word 0, and whose prices are that in word 2, if there are any. */
function alongPath(
  input: ContractCall,
  exactIn: boolean,
  [exact, bound]: readonly [bigint, bigint],
  { currency, path, prices }: { currency: Hex; path: readonly PathKey[]; prices: readonly bigint[] | null },
): CallReading {
  const at = tupleAt(input, 0);
  // A path for an exact output has the tokens before its end, in their order.
  const other = exactIn ? path.at(-1)?.intermediateCurrency : path[0]?.intermediateCurrency;
  if (other === undefined)
    return noRoute(input, exactIn ? 'uniswapV4.swapExactIn' : 'uniswapV4.swapExactOut');
  return swapV4(at, {
    exactIn,
    ends: exactIn ? { first: currency, last: other } : { first: other, last: currency },
    exact,
    bound,
    word: prices === null ? 2 : 3,
    hops: path,
    through: (exactIn ? path.slice(0, -1) : path.slice(1)).map((key) => key.intermediateCurrency),
    prices: prices === null ? [] : hopPriceFacts(at, prices, 2),
  });
}

/** The swaps as routers of version 2.0 take them. */
export const V4_SWAPS = [
  defineCommand(
    0x06,
    `SWAP_EXACT_IN_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) params)`,
    ([p], input) => inOnePool(input, true, [p.amountIn, p.amountOutMinimum], { ...p, price: null }),
  ),
  defineCommand(
    0x07,
    `SWAP_EXACT_IN((address currencyIn, ${PATH} path, uint128 amountIn, uint128 amountOutMinimum) params)`,
    ([p], input) =>
      alongPath(input, true, [p.amountIn, p.amountOutMinimum], {
        currency: p.currencyIn,
        path: p.path,
        prices: null,
      }),
  ),
  defineCommand(
    0x08,
    `SWAP_EXACT_OUT_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) params)`,
    ([p], input) => inOnePool(input, false, [p.amountOut, p.amountInMaximum], { ...p, price: null }),
  ),
  defineCommand(
    0x09,
    `SWAP_EXACT_OUT((address currencyOut, ${PATH} path, uint128 amountOut, uint128 amountInMaximum) params)`,
    ([p], input) =>
      alongPath(input, false, [p.amountOut, p.amountInMaximum], {
        currency: p.currencyOut,
        path: p.path,
        prices: null,
      }),
  ),
];

/** The same as later routers take them, with the least price of each hop. */
export const V4_SWAPS_WITH_HOP_PRICES = [
  defineCommand(
    0x06,
    `SWAP_EXACT_IN_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, uint256 minHopPriceX36, bytes hookData) params)`,
    ([p], input) =>
      inOnePool(input, true, [p.amountIn, p.amountOutMinimum], { ...p, price: p.minHopPriceX36 }),
  ),
  defineCommand(
    0x07,
    `SWAP_EXACT_IN((address currencyIn, ${PATH} path, uint256[] minHopPriceX36, uint128 amountIn, uint128 amountOutMinimum) params)`,
    ([p], input) =>
      alongPath(input, true, [p.amountIn, p.amountOutMinimum], {
        currency: p.currencyIn,
        path: p.path,
        prices: p.minHopPriceX36,
      }),
  ),
  defineCommand(
    0x08,
    `SWAP_EXACT_OUT_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, uint256 minHopPriceX36, bytes hookData) params)`,
    ([p], input) =>
      inOnePool(input, false, [p.amountOut, p.amountInMaximum], { ...p, price: p.minHopPriceX36 }),
  ),
  defineCommand(
    0x09,
    `SWAP_EXACT_OUT((address currencyOut, ${PATH} path, uint256[] minHopPriceX36, uint128 amountOut, uint128 amountInMaximum) params)`,
    ([p], input) =>
      alongPath(input, false, [p.amountOut, p.amountInMaximum], {
        currency: p.currencyOut,
        path: p.path,
        prices: p.minHopPriceX36,
      }),
  ),
];
