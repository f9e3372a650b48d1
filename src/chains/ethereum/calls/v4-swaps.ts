import type { Fact } from '../../model/decoded.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import type { Hex } from '../model/address.ts';
import type { DecodedCall, ContractCall } from '../model/call.ts';
import { defineCommand, type CommandReader } from './step-readers.ts';
import { assetFact } from '../model/token-amount.ts';
import type { PoolKey } from './position-manager-v3.ts';
import { tokenOrCoin } from './payments.ts';
import {
  backwards,
  hopFacts,
  hopPriceFact,
  hopPriceFacts,
  noRoute,
  swap,
  warnOfHooks,
  type Ends,
  type Hop,
  type SwapLeg,
} from './swap.ts';

/** A pool of version 4 in Solidity's form. */
export const POOL_KEY =
  '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)';
const PATH = '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[]';

/** What an amount of zero stands for in swaps (Uniswap's `OPEN_DELTA`). */
const LEFT_OVER = 'everything that earlier steps left';
const OWED = 'everything that is owed';

/** The exact amount of a swap, and its bound on the other side. */
interface Amounts {
  readonly exact: Located<bigint>;
  readonly bound: Located<bigint>;
}

interface V4Swap {
  readonly exactIn: boolean;
  readonly ends: Ends;
  readonly amounts: Amounts;
  readonly hops: readonly Hop[];
  /** The tokens between both ends. */
  readonly through: readonly Hex[];
  readonly prices: readonly Fact[];
}

/** Tells a swap, of which later actions pay what is owed, and pay out what came in. */
function swapV4(
  call: ContractCall,
  { exactIn, ends, amounts: { exact, bound }, hops, through, prices }: V4Swap,
): DecodedCall {
  const side = (token: Hex, isExact: boolean): SwapLeg => {
    const { value: amount, range } = isExact ? exact : bound;
    const instead = exactIn ? LEFT_OVER : OWED;
    return { token: tokenOrCoin(token), amount, range, ...(isExact && amount === 0n ? { instead } : {}) };
  };
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

interface Pool {
  readonly fee: Located<number>;
  readonly hooks: Located<Hex>;
}
const hopOf = ({ fee, hooks }: Pool, hookData: Located<Hex>): Hop => ({
  fee: fee.value,
  hooks: hooks.value,
  hookData: hookData.value,
});

interface SingleSwap extends Amounts {
  readonly poolKey: PoolKey;
  readonly zeroForOne: Located<boolean>;
  readonly hookData: Located<Hex>;
  /** The least price of the hop; absent on the first routers. */
  readonly price?: Located<bigint>;
}

/** A swap in one pool. */
const inOnePool =
  (exactIn: boolean) =>
  ({ params }: { readonly params: SingleSwap }, call: ContractCall): DecodedCall => {
    const { poolKey, zeroForOne, hookData, price } = params;
    const forwards: Ends = { first: poolKey.currency0.value, last: poolKey.currency1.value };
    return swapV4(call, {
      exactIn,
      ends: zeroForOne.value ? forwards : backwards(forwards),
      amounts: params,
      hops: [hopOf(poolKey, hookData)],
      through: [],
      prices: price === undefined ? [] : [hopPriceFact(price, 'Least price')],
    });
  };

interface MultiSwap extends Amounts {
  readonly currency: Located<Hex>;
  readonly path: LocatedList<
    Pool & { readonly intermediateCurrency: Located<Hex>; readonly hookData: Located<Hex> }
  >;
  /** The least prices of the hops; absent on the first routers. */
  readonly prices?: LocatedList<Located<bigint>>;
}

/** A swap along a path. */
const alongPath =
  (exactIn: boolean) =>
  ({ params }: { readonly params: MultiSwap }, call: ContractCall): DecodedCall => {
    const currency = params.currency.value;
    const hops = params.path.items;
    const tokens = hops.map(({ intermediateCurrency }) => intermediateCurrency.value);
    // A path for an exact output has the tokens before its end, in their order.
    const other = exactIn ? tokens.at(-1) : tokens[0];
    if (other === undefined) return noRoute(call, idOf(exactIn));
    return swapV4(call, {
      exactIn,
      ends: exactIn ? { first: currency, last: other } : { first: other, last: currency },
      amounts: params,
      hops: hops.map((hop) => hopOf(hop, hop.hookData)),
      through: exactIn ? tokens.slice(0, -1) : tokens.slice(1),
      prices: hopPriceFacts(params.prices?.items ?? []),
    });
  };

const SINGLE = `${POOL_KEY} poolKey, bool zeroForOne, uint128 exact, uint128 bound` as const;
const MULTI = `address currency, ${PATH} path` as const;
const AMOUNTS = 'uint128 exact, uint128 bound';

/** The swaps as routers of version 2.0 take them. */
export const V4_SWAPS: readonly CommandReader[] = [
  defineCommand(0x06, `SWAP_EXACT_IN_SINGLE((${SINGLE}, bytes hookData) params)`, inOnePool(true)),
  defineCommand(0x07, `SWAP_EXACT_IN((${MULTI}, ${AMOUNTS}) params)`, alongPath(true)),
  defineCommand(0x08, `SWAP_EXACT_OUT_SINGLE((${SINGLE}, bytes hookData) params)`, inOnePool(false)),
  defineCommand(0x09, `SWAP_EXACT_OUT((${MULTI}, ${AMOUNTS}) params)`, alongPath(false)),
];

const PRICED = `${SINGLE}, uint256 price, bytes hookData` as const;
const MULTI_PRICED = `${MULTI}, uint256[] prices, ${AMOUNTS}` as const;

/** The same as later routers take them, with the least price of each hop (`minHopPriceX36`). */
export const V4_SWAPS_WITH_HOP_PRICES: readonly CommandReader[] = [
  defineCommand(0x06, `SWAP_EXACT_IN_SINGLE((${PRICED}) params)`, inOnePool(true)),
  defineCommand(0x07, `SWAP_EXACT_IN((${MULTI_PRICED}) params)`, alongPath(true)),
  defineCommand(0x08, `SWAP_EXACT_OUT_SINGLE((${PRICED}) params)`, inOnePool(false)),
  defineCommand(0x09, `SWAP_EXACT_OUT((${MULTI_PRICED}) params)`, alongPath(false)),
];
