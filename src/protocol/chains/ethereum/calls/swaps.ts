import type { Fact, Warning } from '../../reading.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import { formatCoins, formatTime } from '../amounts.ts';
import {
  addressFact,
  reading,
  say,
  theAddress,
  theAmount,
  word,
  wordFact,
  type CallReading,
  type ContractCall,
} from '../call.ts';
import { warn, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { theTokenAmount, tokenFact, assetFact } from '../token-amount.ts';

/** One side of a swap: a token, or the network's coin where `token` is null. */
interface Side {
  readonly token: Hex | null;
  readonly amount: bigint;
  /** Word of the amount; null where it is the value of the transaction. */
  readonly word: number | null;
}
interface Swap {
  readonly id: string;
  readonly pays: Side;
  readonly gets: Side;
  /** Whether the amount paid is exact and the amount received is the least; else the other way round. */
  readonly exactIn: boolean;
  readonly recipient: readonly [Hex, number];
  readonly deadline?: readonly [bigint, number];
}

/** Addresses that stand for "the caller" and "the router itself" in Uniswap's second router. */
const PLACEHOLDERS: readonly Hex[] = [`0x${'0'.repeat(39)}1`, `0x${'0'.repeat(39)}2`, `0x${'0'.repeat(40)}`];

function swap(call: ContractCall, { id, pays, gets, exactIn, recipient, deadline }: Swap): CallReading {
  const [to, toWord] = recipient;
  const [paysLabel, getsLabel] = exactIn ? ['Pays', 'Receives at least'] : ['Pays at most', 'Receives'];
  return reading(id, 'Swap', {
    sentence: say(
      exactIn ? 'Swap ' : 'Swap at most ',
      theSide(call, pays),
      exactIn ? ' for at least ' : ' for ',
      theSide(call, gets),
      ', paid out to ',
      theAddress(to),
    ),
    facts: [
      addressFact(
        call,
        'To',
        to,
        toWord,
        PLACEHOLDERS.includes(to) ? 'stands for the caller or the router' : undefined,
      ),
      ...sideFacts(call, paysLabel, pays),
      ...sideFacts(call, getsLabel, gets),
      { label: 'Router', value: call.to, kind: 'address' },
      ...(deadline === undefined
        ? []
        : [wordFact(call, 'Valid until', formatTime(deadline[0]), deadline[1])]),
    ],
    warnings: [
      ...warnOfBounds(exactIn, pays, gets),
      ...(call.from !== null && to !== call.from && !PLACEHOLDERS.includes(to) ? [paidToOther(to)] : []),
      ...[pays.token, gets.token].flatMap((token) => (token === null ? [] : warnOfToken(call, token))),
    ],
  });
}

function warnOfBounds(exactIn: boolean, pays: Side, gets: Side): Warning[] {
  const title = 'No limit on the price';
  if (exactIn && gets.amount === 0n) {
    return [
      warn(
        'SWAP_WITHOUT_LIMIT',
        'danger',
        title,
        'The least amount to receive is zero: the swap may return nothing.',
      ),
    ];
  }
  if (!exactIn && pays.amount >= 2n ** 128n) {
    return [warn('SWAP_WITHOUT_LIMIT', 'danger', title, 'The most to pay is so high that it is no limit.')];
  }
  return [];
}

const paidToOther = (to: Hex): Warning =>
  warn(
    'SWAP_RECIPIENT',
    'caution',
    'Paid out to another address',
    `What the swap returns goes to ${to}, not to the signer.`,
  );

const theSide = (call: ContractCall, side: Side) =>
  side.token === null
    ? theAmount(formatCoins(side.amount, call.network.unit))
    : theTokenAmount(call, side.token, side.amount);

function sideFacts(call: ContractCall, label: string, side: Side): Fact[] {
  const ranges = side.word === null ? [] : [word(call, side.word)];
  if (side.token === null) {
    const value = formatCoins(side.amount, call.network.unit);
    return [{ label, value, kind: 'amount', ...(ranges.length === 0 ? {} : { ranges }) }];
  }
  return [
    tokenFact(call, label, side.token, side.amount, ranges),
    assetFact(call, side.token, undefined, `${label}: token`),
  ];
}

const ends = (path: readonly Hex[]): { first: Hex; last: Hex } | null => {
  const [first] = path;
  const last = path.at(-1);
  return first === undefined || last === undefined || path.length < 2 ? null : { first, last };
};

const noRoute = (call: ContractCall, id: string): CallReading =>
  reading(id, 'Swap without a route', {
    sentence: say('Swap on ', theAddress(call.to), ' along a route that could not be read'),
    facts: [{ label: 'Router', value: call.to, kind: 'address' }],
    blind: true,
  });

/** Uniswap V2 and its many copies: two amounts, a path of tokens, a recipient, a deadline. */
function v2Swap(name: string, exactIn: boolean, from: 'coin' | 'token', to: 'coin' | 'token') {
  const id = `uniswapV2.${name}`;
  const tell = (
    call: ContractCall,
    paid: Side['amount'] | null,
    got: bigint,
    rest: readonly [readonly Hex[], Hex, bigint],
  ) => {
    const [path, recipient, deadline] = rest;
    const route = ends(path);
    if (route === null) return noRoute(call, id);
    // With a coin to pay there is one word less, since the amount is the transaction's value.
    const shift = paid === null ? 0 : 1;
    const paysWord = paid === null ? null : exactIn ? 0 : 1;
    return swap(call, {
      id,
      exactIn,
      pays: { token: from === 'coin' ? null : route.first, amount: paid ?? call.value, word: paysWord },
      gets: { token: to === 'coin' ? null : route.last, amount: got, word: exactIn ? shift : 0 },
      recipient: [recipient, shift + 2],
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
const V2 = [
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

const V3 = [
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

/** Swaps on Uniswap V2, V3 and the routers made like them. */
export const SWAP_CALLS = [...V2, ...V3];
