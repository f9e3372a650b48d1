import type { Hex } from '../model/address.ts';
import type { Located } from '../abi/located.ts';
import type { ContractCall, DecodedCall } from '../model/call.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { backwards, endsOfPath, type Ends } from './paths.ts';
import { FIRST_ROUTER, LATER_ROUTERS } from './recipients.ts';
import { wholeIfZero } from './swap-leg.ts';
import { noRoute, swap } from './swap.ts';

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
    pays: {
      token: ends.first,
      amount: pays.value,
      range: pays.range,
      ...(exactIn && !isFirst ? wholeIfZero(pays.value) : {}),
    },
    gets: { token: ends.last, amount: gets.value, range: gets.range },
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
