import type { Hex } from '../model/address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import type { DecodedCall, ContractCall } from '../model/call.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import { defineCall, describeCall } from '../descriptions/describe-call.ts';
import { amountOf, coins, noted, token } from '../descriptions/formats.ts';
import { endsOfList } from './paths.ts';
import { LATER_ROUTERS } from './recipients.ts';
import { wholeIfZero } from './swap-leg.ts';
import { noRoute, swap } from './swap.ts';

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
    pays: {
      token: ends.first,
      amount: pays.value,
      range: pays.range,
      ...(exactIn ? wholeIfZero(pays.value) : {}),
    },
    gets: { token: ends.last, amount: gets.value, range: gets.range },
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
