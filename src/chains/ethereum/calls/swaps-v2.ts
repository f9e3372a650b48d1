import type { Hex } from '../address.ts';
import type { ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { endsOfList } from './paths.ts';
import { noRoute, swap } from './swap.ts';

/** Uniswap V2 and its many copies: two amounts, a path of tokens, a recipient, a deadline. */
function v2Swap(name: string, exactIn: boolean, from: 'coin' | 'token', to: 'coin' | 'token') {
  const id = `uniswapV2.${name}`;
  const tell = (
    call: ContractCall,
    paid: bigint | null,
    got: bigint,
    rest: readonly [readonly Hex[], Hex, bigint],
  ) => {
    const [path, recipient, deadline] = rest;
    const route = endsOfList(path);
    if (route === null) return noRoute(call, id);
    // With a coin to pay there is one word less, since the amount is the transaction's value.
    const shift = paid === null ? 0 : 1;
    const paysWord = paid === null ? null : exactIn ? 0 : 1;
    return swap(call, {
      id,
      exactIn,
      pays: { token: from === 'coin' ? null : route.first, amount: paid ?? call.value, word: paysWord },
      gets: { token: to === 'coin' ? null : route.last, amount: got, word: exactIn ? shift : 0 },
      recipient: { address: recipient, word: shift + 2, aliases: {} },
      deadline: [deadline, shift + 3],
    });
  };
  if (from === 'coin') {
    return defineCall(
      `function ${name}(uint256 amountOut, address[] path, address to, uint256 deadline)`,
      ([amount, ...rest]: readonly [bigint, readonly Hex[], Hex, bigint], call) =>
        tell(call, null, amount, rest),
    );
  }
  return defineCall(
    `function ${name}(uint256 first, uint256 second, address[] path, address to, uint256 deadline)`,
    ([first, second, ...rest]: readonly [bigint, bigint, readonly Hex[], Hex, bigint], call) =>
      exactIn ? tell(call, first, second, rest) : tell(call, second, first, rest),
  );
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
