import type { Located, LocatedList } from '../abi/located.ts';
import { defineCall, describeCall } from '../descriptions/describe-call.ts';
import { amountOf, coins, noted, token } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import type { CallReader, ContractCall, DecodedCall } from '../model/call.ts';
import { FIRST_ROUTER, LATER_ROUTERS } from './recipients.ts';
import {
  type Ends,
  backwards,
  endsOfList,
  endsOfPath,
  legsAlong,
  noRoute,
  swap,
  wholeIfZero,
} from './swap.ts';

interface Route {
  readonly path: LocatedList<Located<Hex>>;
  readonly to: Located<Hex>;
}

/** A swap by version 2. */
function throughPairs(
  call: ContractCall,
  exactIn: boolean,
  [pays, gets]: readonly [Located<bigint>, Located<bigint>],
  { path, to }: Route,
): DecodedCall {
  const id = exactIn ? 'uniswapV2.swapExactTokensForTokens' : 'uniswapV2.swapTokensForExactTokens';
  const ends = endsOfList(path.items);
  if (ends === null) return noRoute(call, id);
  return swap(call, {
    id,
    exactIn,
    ...legsAlong(ends, pays, gets, exactIn ? wholeIfZero(pays.value) : {}),
    recipient: { address: to, aliases: LATER_ROUTERS },
  });
}

/** What Uniswap's second router has and its first has not: swaps without a deadline, payments from the caller. */
export const SECOND_ROUTER_CALLS = [
  defineCall(
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    (args, call) => throughPairs(call, true, [args.amountIn, args.amountOutMin], args),
  ),
  defineCall(
    'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
    (args, call) => throughPairs(call, false, [args.amountInMax, args.amountOut], args),
  ),
  describeCall('wrapETH(uint256 value)', {
    id: 'router.wrapETH',
    title: 'Wrap what the router holds',
    sentence: 'Wrap {value} for the router',
    fields: { value: ['Amount', noted(coins, (value) => value.toString())] },
  }),
  describeCall('pull(address token, uint256 value)', {
    id: 'router.pull',
    title: 'Payment into the router',
    sentence: 'Take {value} from the caller into the router',
    fields: { token: ['Asset', token], value: ['Amount', amountOf('token')] },
    warnings: ({ token: pulled }, call) => warnOfToken(call, pulled.value),
  }),
];

/** The arguments; with a coin to pay there is one amount less, since the other is the transaction's value. */
interface Arguments {
  readonly first?: Located<bigint>;
  readonly second?: Located<bigint>;
  readonly amountOut?: Located<bigint>;
  readonly path: LocatedList<Located<Hex>>;
  readonly to: Located<Hex>;
  readonly deadline: Located<bigint>;
}

/** Uniswap V2 and its many copies: two amounts, a path of tokens, a recipient, a deadline. */
function v2Swap(name: string, exactIn: boolean, from: 'coin' | 'token', to: 'coin' | 'token'): CallReader {
  const id = `uniswapV2.${name}`;
  const amounts = from === 'coin' ? 'uint256 amountOut' : 'uint256 first, uint256 second';
  const signature = `${name}(${amounts}, address[] path, address to, uint256 deadline)`;
  return defineCall<string>(signature, (args, call) => {
    const { first, second, amountOut, path, to: recipient, deadline } = args as unknown as Arguments;
    const route = endsOfList(path.items);
    if (route === null) return noRoute(call, id);
    const [pays, gets] = exactIn ? [first, second ?? amountOut] : [second, first ?? amountOut];
    const leg = (token: Hex | null, amount: Located<bigint> | undefined) =>
      amount === undefined
        ? { token, amount: call.value }
        : { token, amount: amount.value, range: amount.range };
    return swap(call, {
      id,
      exactIn,
      pays: leg(from === 'coin' ? null : route.first, pays),
      gets: leg(to === 'coin' ? null : route.last, gets),
      recipient: { address: recipient, aliases: {} },
      deadline,
    });
  });
}

const FEE_ON_TRANSFER = 'SupportingFeeOnTransferTokens';
/** Swaps on Uniswap V2 and the routers made like it. */
export const SWAP_V2_CALLS = [
  v2Swap('swapExactTokensForTokens', true, 'token', 'token'),
  v2Swap('swapTokensForExactTokens', false, 'token', 'token'),
  v2Swap('swapExactETHForTokens', true, 'coin', 'token'),
  v2Swap('swapETHForExactTokens', false, 'coin', 'token'),
  v2Swap('swapExactTokensForETH', true, 'token', 'coin'),
  v2Swap('swapTokensForExactETH', false, 'token', 'coin'),
  v2Swap(`swapExactTokensForTokens${FEE_ON_TRANSFER}`, true, 'token', 'token'),
  v2Swap(`swapExactETHForTokens${FEE_ON_TRANSFER}`, true, 'coin', 'token'),
  v2Swap(`swapExactTokensForETH${FEE_ON_TRANSFER}`, true, 'token', 'coin'),
];

/** What all swaps say; the second router left the deadline out. */
interface Swapped {
  readonly recipient: Located<Hex>;
  readonly deadline?: Located<bigint>;
}
interface ExactIn extends Swapped {
  readonly amountIn: Located<bigint>;
  readonly amountOutMinimum: Located<bigint>;
}
interface ExactOut extends Swapped {
  readonly amountOut: Located<bigint>;
  readonly amountInMaximum: Located<bigint>;
}
/** A swap in one pool names its tokens, one along a path packs them. */
interface InPool {
  readonly tokenIn: Located<Hex>;
  readonly tokenOut: Located<Hex>;
}
interface OnPath {
  readonly path: Located<Hex>;
}

function swapV3(call: ContractCall, id: string, ends: Ends, params: ExactIn | ExactOut): DecodedCall {
  const { recipient, deadline } = params;
  const exactIn = 'amountIn' in params;
  const [pays, gets] = exactIn
    ? [params.amountIn, params.amountOutMinimum]
    : [params.amountInMaximum, params.amountOut];
  const isFirst = deadline !== undefined;
  return swap(call, {
    id,
    exactIn,
    ...legsAlong(ends, pays, gets, exactIn && !isFirst ? wholeIfZero(pays.value) : {}),
    recipient: { address: recipient, aliases: isFirst ? FIRST_ROUTER : LATER_ROUTERS },
    deadline,
  });
}

const inPool =
  (id: string) =>
  ({ params }: { readonly params: InPool & (ExactIn | ExactOut) }, call: ContractCall): DecodedCall =>
    swapV3(call, id, { first: params.tokenIn.value, last: params.tokenOut.value }, params);

const onPath =
  (id: string) =>
  ({ params }: { readonly params: OnPath & (ExactIn | ExactOut) }, call: ContractCall): DecodedCall => {
    const ends = endsOfPath(params.path.value);
    if (ends === null) return noRoute(call, id);
    return swapV3(call, id, 'amountIn' in params ? ends : backwards(ends), params);
  };

const IN_POOL = 'address tokenIn, address tokenOut, uint24 fee, address recipient';
const ON_PATH = 'bytes path, address recipient';
const DEADLINE = 'uint256 deadline';
const EXACT_IN = 'uint256 amountIn, uint256 amountOutMinimum';
const EXACT_OUT = 'uint256 amountOut, uint256 amountInMaximum';
const LIMIT = 'uint160 sqrtPriceLimitX96';

const inPoolExactIn = inPool('uniswapV3.exactInputSingle');
const inPoolExactOut = inPool('uniswapV3.exactOutputSingle');
const onPathExactIn = onPath('uniswapV3.exactInput');
const onPathExactOut = onPath('uniswapV3.exactOutput');

/** Swaps on Uniswap V3, on its first router and on the second. */
export const SWAP_V3_CALLS = [
  defineCall(`exactInputSingle((${IN_POOL}, ${DEADLINE}, ${EXACT_IN}, ${LIMIT}) params)`, inPoolExactIn),
  defineCall(`exactInputSingle((${IN_POOL}, ${EXACT_IN}, ${LIMIT}) params)`, inPoolExactIn),
  defineCall(`exactOutputSingle((${IN_POOL}, ${DEADLINE}, ${EXACT_OUT}, ${LIMIT}) params)`, inPoolExactOut),
  defineCall(`exactOutputSingle((${IN_POOL}, ${EXACT_OUT}, ${LIMIT}) params)`, inPoolExactOut),
  defineCall(`exactInput((${ON_PATH}, ${DEADLINE}, ${EXACT_IN}) params)`, onPathExactIn),
  defineCall(`exactInput((${ON_PATH}, ${EXACT_IN}) params)`, onPathExactIn),
  defineCall(`exactOutput((${ON_PATH}, ${DEADLINE}, ${EXACT_OUT}) params)`, onPathExactOut),
  defineCall(`exactOutput((${ON_PATH}, ${EXACT_OUT}) params)`, onPathExactOut),
];
