import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { decoded, theAddress, untilFact, type DecodedCall, type ContractCall } from '../call.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
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

/** A position that is burnt, which the position manager does with empty ones alone; its number is in word 0. */
export const emptyPositionBurnt = (call: ContractCall, id: bigint): DecodedCall =>
  decoded('uniswapV3.burn', 'Empty position removed', {
    sentence: say('Remove the empty ', thePosition(id), ' of ', theAddress(call.to)),
    facts: [{ label: 'Contract', value: call.to, kind: 'address' }, positionFact(call, id, 0)],
  });

const pool = (fee: number) => ({ fee, hooks: ZERO_ADDRESS, hookData: '0x' as Hex });

/** The calls of Uniswap's position manager of version 3; its `burn` has the form of a token's, and is read there. */
export const POSITION_MANAGER_V3_CALLS = [
  defineCall(
    'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
    ([p], call) => {
      const most = { first: p.amount0Desired, second: p.amount1Desired, word: 5 };
      const least = { first: p.amount0Min, second: p.amount1Min, word: 7 };
      const sides = sidesOf([p.token0, p.token1], most);
      const owner = { address: p.recipient, word: 9, aliases: {} };
      return decoded('uniswapV3.mint', 'New position', {
        sentence: say('Open a position of at most ', ...theLegs(call, sides), ' for ', theRecipient(owner)),
        facts: [
          { ...recipientFact(call, owner), label: 'Position owner' },
          ...factsOfSides(call, 'Pays at most', sides),
          ...factsOfSides(call, 'Pays at least', sidesOf([p.token0, p.token1], least)),
          ticksFact(call, [p.tickLower, p.tickUpper], 3),
          ...hopFacts([pool(p.fee)]),
          untilFact(call, p.deadline, 10),
        ],
        deadline: p.deadline,
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
    'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
    ([p], call) => {
      const most = { first: p.amount0Desired, second: p.amount1Desired, word: 1 };
      const least = { first: p.amount0Min, second: p.amount1Min, word: 3 };
      return decoded('uniswapV3.increaseLiquidity', 'Paid into a position', {
        sentence: say('Pay into ', thePosition(p.tokenId), ' at most ', ...theUnits(most)),
        facts: [
          positionFact(call, p.tokenId, 0),
          ...unitFacts(call, 'Pays at most', most),
          ...unitFacts(call, 'Pays at least', least),
          untilFact(call, p.deadline, 5),
        ],
        deadline: p.deadline,
        warnings: [...warnOfMost(most), ...warnOfLeast(least)],
      });
    },
  ),
  defineCall(
    'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
    ([p], call) => {
      const least = { first: p.amount0Min, second: p.amount1Min, word: 2 };
      return decoded('uniswapV3.decreaseLiquidity', 'Taken out of a position', {
        sentence: say(
          'Take liquidity out of ',
          thePosition(p.tokenId),
          ' for at least ',
          ...theUnits(least),
          ', to be collected',
        ),
        facts: [
          positionFact(call, p.tokenId, 0),
          liquidityFact(call, p.liquidity, 1),
          ...unitFacts(call, 'Receives at least', least),
          untilFact(call, p.deadline, 4),
        ],
        deadline: p.deadline,
        warnings: warnOfLeast(least),
      });
    },
  ),
  defineCall(
    'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
    ([p], call) => {
      const most = { first: p.amount0Max, second: p.amount1Max, word: 2 };
      const recipient = { address: p.recipient, word: 1, aliases: POSITIONS_V3 };
      return decoded('uniswapV3.collect', 'Collected from a position', {
        sentence: say(
          'Collect what ',
          thePosition(p.tokenId),
          ' has for its owner, at most ',
          ...theUnits(most),
          ', to ',
          theRecipient(recipient),
        ),
        facts: [
          recipientFact(call, recipient),
          positionFact(call, p.tokenId, 0),
          ...unitFacts(call, 'Receives at most', most),
        ],
        warnings: warnOfPayout(call, recipient),
      });
    },
  ),
  defineCall(
    'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)',
    ([token0, token1, fee, price], call) =>
      newPool(call, {
        id: 'uniswapV3.createPool',
        tokens: [token0, token1],
        hop: pool(fee),
        price,
        word: 3,
      }),
  ),
  defineCall(
    'function permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    ([spender, id, deadline], call) => positionPermit(call, spender, id, deadline),
  ),
];
