import type { Hex } from '../model/address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import type { CallReader } from '../model/call.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { endsOfList } from './paths.ts';
import { noRoute, swap } from './swap.ts';

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
