import { say } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact } from '../descriptions/facts.ts';
import { uniswapOn } from '../uniswap.ts';
import { hopFacts } from './hops.ts';
import { newPool } from './new-pool.ts';
import { positionPermit } from './position-permit.ts';
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
import { theLegs, warnOfLegs } from './swap-leg.ts';

/** Whether a call goes to the position manager of version 3, as the local list has it. */
export const isToPositionsV3 = ({ chainId, to }: ContractCall): boolean =>
  uniswapOn(chainId)?.positionsV3 === to;

/** A position that is burnt, which the position manager does with empty ones alone. */
export const emptyPositionBurnt = (call: ContractCall, id: Located<bigint>): DecodedCall =>
  decoded('uniswapV3.burn', 'Empty position removed', {
    sentence: say('Remove the empty ', thePosition(id), ' of ', theAddress(call.to)),
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
