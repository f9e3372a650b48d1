import type { Fact } from '../../decoded.ts';
import type { Hex } from '../address.ts';
import { tupleAt, type DecodedCall, type ContractCall } from '../call.ts';
import { defineCommand, type CommandReader } from '../define-command.ts';
import { assetFact } from '../token-amount.ts';
import { hopFacts, hopPriceFact, hopPriceFacts, warnOfHooks, type Hop } from './hops.ts';
import { backwards, type Ends } from './paths.ts';
import { tokenOrCoin } from './payments.ts';
import type { SwapLeg } from './swap-leg.ts';
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
): DecodedCall {
  const side = (token: Hex, isExact: boolean): SwapLeg => ({
    token: tokenOrCoin(token),
    amount: isExact ? exact : bound,
    word: isExact ? word : word + 1,
    ...(isExact && exact === 0n ? { instead: exactIn ? LEFT_OVER : OWED } : {}),
  });
  const told = swap(call, {
    id: idOf(exactIn),
    exactIn,
    pays: side(ends.first, exactIn),
    gets: side(ends.last, !exactIn),
    recipient: null,
    more: [...through.map((token) => throughFact(call, token)), ...hopFacts(hops), ...prices],
  });
  return { ...told, warnings: [...told.warnings, ...warnOfHooks(hops)] };
}

const idOf = (exactIn: boolean): string => (exactIn ? 'uniswapV4.swapExactIn' : 'uniswapV4.swapExactOut');

const throughFact = (call: ContractCall, token: Hex): Fact =>
  tokenOrCoin(token) === null
    ? { label: 'Through', value: call.network.unit, kind: 'text' }
    : assetFact(call, token, undefined, 'Through');

/** The exact amount of a swap, and its bound on the other side. */
interface Amounts {
  readonly exact: bigint;
  readonly bound: bigint;
}

interface SingleSwap extends Amounts {
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
function inOnePool(input: ContractCall, exactIn: boolean, swapped: SingleSwap): DecodedCall {
  const { poolKey, zeroForOne, exact, bound, hookData, price } = swapped;
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

interface MultiSwap extends Amounts {
  readonly currency: Hex;
  readonly path: readonly (Hop & { readonly intermediateCurrency: Hex })[];
  /** The least prices of the hops, whose pointer is word 2; null on the first routers. */
  readonly prices: readonly bigint[] | null;
}

/** A swap along a path, whose tuple is the pointer in word 0. */
function alongPath(input: ContractCall, exactIn: boolean, swapped: MultiSwap): DecodedCall {
  const { currency, path, exact, bound, prices } = swapped;
  const at = tupleAt(input, 0);
  // A path for an exact output has the tokens before its end, in their order.
  const other = exactIn ? path.at(-1)?.intermediateCurrency : path[0]?.intermediateCurrency;
  if (other === undefined) return noRoute(input, idOf(exactIn));
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

const SINGLE = `${POOL_KEY} poolKey, bool zeroForOne, uint128 exact, uint128 bound` as const;
const MULTI = `address currency, ${PATH} path` as const;

/** Swaps in one pool. */
const single = (code: number, name: string, exactIn: boolean): CommandReader => ({
  ...defineCommand(code, `SWAP((${SINGLE}, bytes hookData) params)`, ([p], input) =>
    inOnePool(input, exactIn, { ...p, price: null }),
  ),
  name,
});
const singleWithPrice = (code: number, name: string, exactIn: boolean): CommandReader => ({
  ...defineCommand(code, `SWAP((${SINGLE}, uint256 price, bytes hookData) params)`, ([p], input) =>
    inOnePool(input, exactIn, p),
  ),
  name,
});

/** Swaps along a path. */
const multi = (code: number, name: string, exactIn: boolean): CommandReader => ({
  ...defineCommand(code, `SWAP((${MULTI}, uint128 exact, uint128 bound) params)`, ([p], input) =>
    alongPath(input, exactIn, { ...p, prices: null }),
  ),
  name,
});
const multiWithPrices = (code: number, name: string, exactIn: boolean): CommandReader => ({
  ...defineCommand(
    code,
    `SWAP((${MULTI}, uint256[] prices, uint128 exact, uint128 bound) params)`,
    ([p], input) => alongPath(input, exactIn, p),
  ),
  name,
});

const swaps = (inPool: typeof single, onPath: typeof multi): readonly CommandReader[] => [
  inPool(0x06, 'SWAP_EXACT_IN_SINGLE', true),
  onPath(0x07, 'SWAP_EXACT_IN', true),
  inPool(0x08, 'SWAP_EXACT_OUT_SINGLE', false),
  onPath(0x09, 'SWAP_EXACT_OUT', false),
];

/** The swaps as routers of version 2.0 take them. */
export const V4_SWAPS = swaps(single, multi);
/** The same as later routers take them, with the least price of each hop (`minHopPriceX36`). */
export const V4_SWAPS_WITH_HOP_PRICES = swaps(singleWithPrice, multiWithPrices);
