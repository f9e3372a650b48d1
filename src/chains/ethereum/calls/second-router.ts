import { say, theAmount } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import { decoded, word, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { endsOfList } from './paths.ts';
import { LATER_ROUTERS } from './recipients.ts';
import { wholeIfZero } from './swap-leg.ts';
import { noRoute, swap } from './swap.ts';

/** A swap by version 2, whose exact amount is in word 0 and its bound on the other side in word 1. */
function throughPairs(
  call: ContractCall,
  exactIn: boolean,
  [exact, bound, path, to]: readonly [bigint, bigint, readonly Hex[], Hex],
): DecodedCall {
  const id = exactIn ? 'uniswapV2.swapExactTokensForTokens' : 'uniswapV2.swapTokensForExactTokens';
  const ends = endsOfList(path);
  if (ends === null) return noRoute(call, id);
  const [pays, gets] = exactIn ? [exact, bound] : [bound, exact];
  return swap(call, {
    id,
    exactIn,
    pays: {
      token: ends.first,
      amount: pays,
      word: exactIn ? 0 : 1,
      ...(exactIn ? wholeIfZero(pays) : {}),
    },
    gets: { token: ends.last, amount: gets, word: exactIn ? 1 : 0 },
    recipient: { address: to, word: 3, aliases: LATER_ROUTERS },
  });
}

/** What Uniswap's second router has and its first has not: swaps without a deadline, payments from the caller. */
export const SECOND_ROUTER_CALLS = [
  defineCall(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    (args, call) => throughPairs(call, true, args),
  ),
  defineCall(
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
    (args, call) => throughPairs(call, false, args),
  ),
  defineCall('function wrapETH(uint256 value)', ([amount], call) => {
    const value = formatCoins(amount, call.network.unit);
    return decoded('router.wrapETH', 'Wrap what the router holds', {
      sentence: say('Wrap ', theAmount(value), ' for the router'),
      facts: [{ label: 'Amount', value, kind: 'amount', note: amount.toString(), ranges: [word(call, 0)] }],
    });
  }),
  defineCall('function pull(address token, uint256 value)', ([token, amount], call) =>
    decoded('router.pull', 'Payment into the router', {
      sentence: say('Take ', theTokenAmount(call, token, amount), ' from the caller into the router'),
      facts: [
        assetFact(call, token, [word(call, 0, 12)]),
        tokenFact(call, 'Amount', token, amount, [word(call, 1)]),
      ],
      warnings: warnOfToken(call, token),
    }),
  ),
];
