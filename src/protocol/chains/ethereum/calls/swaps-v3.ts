import { toChecksumAddress, type Hex } from '../address.ts';
import type { ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
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
        recipient: [p.recipient, 3],
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
        recipient: [p.recipient, 3],
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
        recipient: [p.recipient, 3],
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
        recipient: [p.recipient, 3],
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

/** A V3 path: an address, then a 3-byte fee and an address for every step. */
function alongPath(
  call: ContractCall,
  path: Hex,
  paid: bigint,
  least: bigint,
  to: Hex,
  deadline?: readonly [bigint, number],
) {
  const id = 'uniswapV3.exactInput';
  const length = (path.length - 2) / 2;
  if (length < 43 || (length - 20) % 23 !== 0) return noRoute(call, id);
  const first = deadline === undefined ? 3 : 4;
  return swap(call, {
    id,
    exactIn: true,
    pays: { token: toChecksumAddress(path.slice(0, 42)), amount: paid, word: first },
    gets: { token: toChecksumAddress(`0x${path.slice(-40)}`), amount: least, word: first + 1 },
    recipient: [to, 2],
    ...(deadline === undefined ? {} : { deadline }),
  });
}
