import type { Hex } from '../address.ts';
import type { ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { backwards, endsOfPath } from './paths.ts';
import { FIRST_ROUTER, LATER_ROUTERS } from './recipients.ts';
import { wholeIfZero } from './swap-leg.ts';
import { noRoute, swap } from './swap.ts';

/** Swaps on Uniswap V3, on its first router and on the second, which left the deadline out. */
export const SWAP_V3_CALLS = [
  defineCall(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([p], call) =>
      swap(call, {
        id: 'uniswapV3.exactInputSingle',
        exactIn: true,
        pays: { token: p.tokenIn, amount: p.amountIn, word: 5 },
        gets: { token: p.tokenOut, amount: p.amountOutMinimum, word: 6 },
        recipient: { address: p.recipient, word: 3, aliases: FIRST_ROUTER },
        deadline: [p.deadline, 4],
      }),
  ),
  defineCall(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([p], call) =>
      swap(call, {
        id: 'uniswapV3.exactInputSingle',
        exactIn: true,
        pays: { token: p.tokenIn, amount: p.amountIn, word: 4, ...wholeIfZero(p.amountIn) },
        gets: { token: p.tokenOut, amount: p.amountOutMinimum, word: 5 },
        recipient: { address: p.recipient, word: 3, aliases: LATER_ROUTERS },
      }),
  ),
  defineCall(
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    ([p], call) =>
      swap(call, {
        id: 'uniswapV3.exactOutputSingle',
        exactIn: false,
        pays: { token: p.tokenIn, amount: p.amountInMaximum, word: 6 },
        gets: { token: p.tokenOut, amount: p.amountOut, word: 5 },
        recipient: { address: p.recipient, word: 3, aliases: FIRST_ROUTER },
        deadline: [p.deadline, 4],
      }),
  ),
  defineCall(
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    ([p], call) =>
      swap(call, {
        id: 'uniswapV3.exactOutputSingle',
        exactIn: false,
        pays: { token: p.tokenIn, amount: p.amountInMaximum, word: 5 },
        gets: { token: p.tokenOut, amount: p.amountOut, word: 4 },
        recipient: { address: p.recipient, word: 3, aliases: LATER_ROUTERS },
      }),
  ),
  // The tuple holds bytes, so its words start after the pointer to it.
  defineCall(
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([p], call) => alongPath(call, true, p.path, [p.amountIn, p.amountOutMinimum], p.recipient, p.deadline),
  ),
  defineCall(
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([p], call) => alongPath(call, true, p.path, [p.amountIn, p.amountOutMinimum], p.recipient),
  ),
  defineCall(
    'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)',
    ([p], call) => alongPath(call, false, p.path, [p.amountOut, p.amountInMaximum], p.recipient, p.deadline),
  ),
  defineCall(
    'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
    ([p], call) => alongPath(call, false, p.path, [p.amountOut, p.amountInMaximum], p.recipient),
  ),
];

/** A swap along a path: the exact amount, and the bound of the other side behind it. */
function alongPath(
  call: ContractCall,
  exactIn: boolean,
  path: Hex,
  [exact, bound]: readonly [bigint, bigint],
  to: Hex,
  deadline?: bigint,
) {
  const id = exactIn ? 'uniswapV3.exactInput' : 'uniswapV3.exactOutput';
  const found = endsOfPath(path);
  if (found === null) return noRoute(call, id);
  const ends = exactIn ? found : backwards(found);
  const first = deadline === undefined ? 3 : 4;
  const [pays, gets] = exactIn ? [exact, bound] : [bound, exact];
  return swap(call, {
    id,
    exactIn,
    pays: {
      token: ends.first,
      amount: pays,
      word: exactIn ? first : first + 1,
      ...(deadline === undefined && exactIn ? wholeIfZero(pays) : {}),
    },
    gets: { token: ends.last, amount: gets, word: exactIn ? first + 1 : first },
    recipient: { address: to, word: 2, aliases: deadline === undefined ? LATER_ROUTERS : FIRST_ROUTER },
    ...(deadline === undefined ? {} : { deadline: [deadline, 3] }),
  });
}
