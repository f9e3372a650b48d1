import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { type Located, wordOf } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS, warnOfToken } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { assetFact } from '../model/token-amount.ts';
import { findToken } from '../model/tokens.ts';
import { uniswapOn } from '../model/uniswap.ts';
import { tokenOrCoin } from './payments.ts';
import { positionPermit } from './permits.ts';
import {
  factsOfSides,
  liquidityFact,
  positionFact,
  sidesOf,
  thePosition,
  theUnits,
  ticksFact,
  unitFacts,
  warnOfLeast,
  warnOfMost,
} from './positions.ts';
import { POSITIONS_V3, recipientFact, theRecipient, warnOfPayout } from './recipients.ts';
import { type Hop, hopFacts, theLegs, warnOfHooks, warnOfLegs } from './swap.ts';

interface NewPool {
  readonly id: string;
  /** Zero is the network's coin. */
  readonly tokens: readonly [Located<Hex>, Located<Hex>];
  readonly hop: Hop;
  /** The root of the first price, in 2^-96. */
  readonly price: Located<bigint>;
}

/** Tells how a pool is made, and with what price it starts. */
const newPool = (call: ContractCall, { id, tokens, hop, price }: NewPool): DecodedCall =>
  decoded(id, 'New pool', {
    sentence: say(
      'Make a pool of ',
      ...theToken(call, tokens[0].value),
      ' and ',
      ...theToken(call, tokens[1].value),
      ', unless it is there',
    ),
    facts: [
      ...tokens.flatMap((token, index): Fact[] =>
        tokenOrCoin(token.value) === null
          ? [valueFact(nameOf(index), { range: wordOf(token) }, call.network.unit)]
          : [assetFact(call, token.value, [token.range], nameOf(index))],
      ),
      ...hopFacts([hop]),
      valueFact('First price', price, price.value.toString(), 'number'),
    ],
    warnings: [...tokens.flatMap((token) => warnOf(call, token.value)), ...warnOfHooks([hop])],
  });

/** The key of a pool of version 4. */
export interface PoolKey {
  readonly currency0: Located<Hex>;
  readonly currency1: Located<Hex>;
  readonly fee: Located<number>;
  readonly hooks: Located<Hex>;
}

/** A pool of version 4 with its first price. */
export const newPoolV4 = (call: ContractCall, key: PoolKey, price: Located<bigint>): DecodedCall =>
  newPool(call, {
    id: 'uniswapV4.initializePool',
    tokens: [key.currency0, key.currency1],
    hop: { fee: key.fee.value, hooks: key.hooks.value, hookData: '0x' },
    price,
  });

const nameOf = (index: number): string => (index === 0 ? 'First token' : 'Second token');

function theToken(call: ContractCall, token: Hex): SentencePart[] {
  if (tokenOrCoin(token) === null) return say(call.network.unit);
  const known = findToken(call.chainId, token);
  return known === undefined ? [theLocatedAddress(token)] : say(known.symbol);
}

const warnOf = (call: ContractCall, token: Hex): Warning[] =>
  tokenOrCoin(token) === null ? [] : warnOfToken(call, token);

/** Whether a call goes to the position manager of version 3, as the local list has it. */
export const isToPositionsV3 = ({ chainId, to }: ContractCall): boolean =>
  uniswapOn(chainId)?.positionsV3 === to;

/** A position that is burnt, which the position manager does with empty ones alone. */
export const emptyPositionBurnt = (call: ContractCall, id: Located<bigint>): DecodedCall =>
  decoded('uniswapV3.burn', 'Empty position removed', {
    sentence: say('Remove the empty ', thePosition(id), ' of ', theLocatedAddress(call.to)),
    facts: [addressFact('Contract', { value: call.to }), positionFact(id)],
  });

const pool = (fee: Located<number>) => ({ fee: fee.value, hooks: ZERO_ADDRESS, hookData: '0x' as Hex });

/** The calls of Uniswap's position manager of version 3; its `burn` has the form of a token's, and is read there. */
export const POSITION_MANAGER_V3_CALLS = [
  defineCall(
    'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
    ({ params: p }, call) => {
      const most = { first: p.amount0Desired, second: p.amount1Desired };
      const least = { first: p.amount0Min, second: p.amount1Min };
      const tokens = [p.token0.value, p.token1.value] as const;
      const sides = sidesOf(tokens, most);
      const owner = { address: p.recipient, aliases: {} };
      return decoded('uniswapV3.mint', 'New position', {
        sentence: say('Open a position of at most ', ...theLegs(call, sides), ' for ', theRecipient(owner)),
        facts: [
          { ...recipientFact(owner), label: 'Position owner' },
          ...factsOfSides(call, 'Pays at most', sides),
          ...factsOfSides(call, 'Pays at least', sidesOf(tokens, least)),
          ticksFact(p.tickLower, p.tickUpper),
          ...hopFacts([pool(p.fee)]),
          untilFact(p.deadline),
        ],
        deadline: p.deadline.value,
        warnings: [
          ...warnOfMost(most),
          ...warnOfLeast(least),
          ...warnOfPayout(call, owner),
          ...warnOfLegs(call, ...sides),
        ],
      });
    },
  ),
  defineCall(
    'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
    ({ params: p }) => {
      const most = { first: p.amount0Desired, second: p.amount1Desired };
      const least = { first: p.amount0Min, second: p.amount1Min };
      return decoded('uniswapV3.increaseLiquidity', 'Paid into a position', {
        sentence: say('Pay into ', thePosition(p.tokenId), ' at most ', ...theUnits(most)),
        facts: [
          positionFact(p.tokenId),
          ...unitFacts('Pays at most', most),
          ...unitFacts('Pays at least', least),
          untilFact(p.deadline),
        ],
        deadline: p.deadline.value,
        warnings: [...warnOfMost(most), ...warnOfLeast(least)],
      });
    },
  ),
  defineCall(
    'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
    ({ params: p }) => {
      const least = { first: p.amount0Min, second: p.amount1Min };
      return decoded('uniswapV3.decreaseLiquidity', 'Taken out of a position', {
        sentence: say(
          'Take liquidity out of ',
          thePosition(p.tokenId),
          ' for at least ',
          ...theUnits(least),
          ', to be collected',
        ),
        facts: [
          positionFact(p.tokenId),
          liquidityFact(p.liquidity),
          ...unitFacts('Receives at least', least),
          untilFact(p.deadline),
        ],
        deadline: p.deadline.value,
        warnings: warnOfLeast(least),
      });
    },
  ),
  defineCall(
    'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
    ({ params: p }, call) => {
      const most = { first: p.amount0Max, second: p.amount1Max };
      const recipient = { address: p.recipient, aliases: POSITIONS_V3 };
      return decoded('uniswapV3.collect', 'Collected from a position', {
        sentence: say(
          'Collect what ',
          thePosition(p.tokenId),
          ' has for its owner, at most ',
          ...theUnits(most),
          ', to ',
          theRecipient(recipient),
        ),
        facts: [recipientFact(recipient), positionFact(p.tokenId), ...unitFacts('Receives at most', most)],
        warnings: warnOfPayout(call, recipient),
      });
    },
  ),
  defineCall(
    'createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)',
    ({ token0, token1, fee, sqrtPriceX96 }, call) =>
      newPool(call, {
        id: 'uniswapV3.createPool',
        tokens: [token0, token1],
        hop: pool(fee),
        price: sqrtPriceX96,
      }),
  ),
  defineCall(
    'permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    positionPermit,
  ),
];
