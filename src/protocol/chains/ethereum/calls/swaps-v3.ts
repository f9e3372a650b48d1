import type { Hex } from '../address.ts';
import type { ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { endsOfPath } from './paths.ts';
import { FIRST_ROUTER, LATER_ROUTERS } from './recipients.ts';
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
        recipient: { address: p.recipient, word: 3, standIns: FIRST_ROUTER },
        deadline: [p.deadline, 4],
      }),
  ),
  defineCall(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([p], call) =>
      swap(call, {
        id: 'uniswapV3.exactInputSingle',
        exactIn: true,
        pays: { token: p.tokenIn, amount: p.amountIn, word: 4 },
        gets: { token: p.tokenOut, amount: p.amountOutMinimum, word: 5 },
        recipient: { address: p.recipient, word: 3, standIns: LATER_ROUTERS },
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
        recipient: { address: p.recipient, word: 3, standIns: FIRST_ROUTER },
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
        recipient: { address: p.recipient, word: 3, standIns: LATER_ROUTERS },
      }),
  ),
  // The tuple holds bytes, so its words start after the pointer to it.
  defineCall(
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([p], call) => alongPath(call, p.path, p.amountIn, p.amountOutMinimum, p.recipient, [p.deadline, 3]),
  ),
  defineCall(
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([p], call) => alongPath(call, p.path, p.amountIn, p.amountOutMinimum, p.recipient),
  ),
];

function alongPath(
  call: ContractCall,
  path: Hex,
  paid: bigint,
  least: bigint,
  to: Hex,
  deadline?: readonly [bigint, number],
) {
  const id = 'uniswapV3.exactInput';
  const ends = endsOfPath(path);
  if (ends === null) return noRoute(call, id);
  const first = deadline === undefined ? 3 : 4;
  return swap(call, {
    id,
    exactIn: true,
    pays: { token: ends.first, amount: paid, word: first },
    gets: { token: ends.last, amount: least, word: first + 1 },
    recipient: { address: to, word: 2, standIns: deadline === undefined ? LATER_ROUTERS : FIRST_ROUTER },
    ...(deadline === undefined ? {} : { deadline }),
  });
}
